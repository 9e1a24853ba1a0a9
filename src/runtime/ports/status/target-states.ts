/** What the threads of this gateway know of a target of an endpoint. */
export interface TargetState {
  /** Whether it passes its health check in all threads that have probed it; absent if none has. */
  readonly isHealthy?: boolean;
  /** Whether a thread has a health check for it whose first probe has not ended. */
  readonly isUnprobed?: true;
  /** Whether a thread does not call it now after failed calls; absent if that has never happened. */
  readonly isOpen?: boolean;
}

/** States by the addresses of targets as they are declared; targets without a state to report are absent. */
export type TargetStates = ReadonlyMap<string, TargetState>;

/** Reads the states of targets from all threads of this gateway. Rejects with a StoreError if one does not respond. */
export type ReadTargetStates = (targets: readonly string[]) => Promise<TargetStates>;

/** The states that several threads, or several uses of an address, have found: the worst of each target. */
export function mergeTargetStates(all: readonly TargetStates[]): TargetStates {
  const merged = new Map<string, TargetState>();
  for (const [target, state] of all.flatMap((states) => [...states])) {
    const known = merged.get(target) ?? {};
    merged.set(target, {
      ...mergeMember('isHealthy', (one, other) => one && other, known, state),
      ...((known.isUnprobed || state.isUnprobed) && { isUnprobed: true }),
      ...mergeMember('isOpen', (one, other) => one || other, known, state),
    });
  }
  return merged;
}

function mergeMember(
  member: 'isHealthy' | 'isOpen',
  join: (one: boolean, other: boolean) => boolean,
  { [member]: one }: TargetState,
  { [member]: other }: TargetState,
): TargetState {
  if (one === undefined) return other === undefined ? {} : { [member]: other };
  return { [member]: other === undefined ? one : join(one, other) };
}
