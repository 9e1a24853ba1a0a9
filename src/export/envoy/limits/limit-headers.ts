import { limitKinds, type LimitKind } from './limit-name.ts';

/** The headers that pass a limit of this kind, and the subject that it counts for, to the filter for limits. */
export function limitHeaders(kind: LimitKind) {
  return { limit: `x-gatewright-limit-${kind}`, subject: `x-gatewright-subject-${kind}` } as const;
}

/** The headers of all kinds of limits, which must not reach upstreams. */
export const allLimitHeaders: readonly string[] = limitKinds.flatMap((kind) =>
  Object.values(limitHeaders(kind)),
);
