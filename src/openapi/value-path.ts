import { escapeToken } from '#source/place.ts';

/** The path from the root of a contract to a value, as a chain: a pointer is built only when needed. */
export interface ValuePath {
  readonly above: ValuePath | undefined;
  readonly token: string | number;
}

/** The path of a member; the root has no path. */
export function pathTo(above: ValuePath | undefined, token: string | number): ValuePath {
  return { above, token };
}

/**
 * The RFC 6901 pointer at the end of a path, or of a value `below` it. Joined in one step: a text that is built by
 * adding tokens one by one would keep all of its pieces in memory.
 */
export function pointerOf(valuePath: ValuePath | undefined, ...below: readonly (string | number)[]): string {
  const tokens: string[] = [];
  for (let index = below.length - 1; index >= 0; index -= 1) tokens.push(escapeToken(below[index]!));
  for (let step = valuePath; step; step = step.above) tokens.push(escapeToken(step.token));
  tokens.push('');
  return tokens.toReversed().join('/');
}
