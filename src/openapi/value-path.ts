import { escapeToken } from '#source/place.ts';

/** The way to a value from the root of a contract, kept as a chain so that a pointer is made only when needed. */
export interface ValuePath {
  readonly above: ValuePath | undefined;
  readonly token: string | number;
}

/** The valuePath of a member; the root has none. */
export function pathTo(above: ValuePath | undefined, token: string | number): ValuePath {
  return { above, token };
}

/**
 * The RFC 6901 pointer of a valuePath, and of a member below its end. Joined at once, since a text to which tokens are added
 * one by one keeps all of its pieces in memory.
 */
export function pointerOf(valuePath: ValuePath | undefined, ...below: readonly (string | number)[]): string {
  const tokens: string[] = [];
  for (let index = below.length - 1; index >= 0; index -= 1) tokens.push(escapeToken(below[index]!));
  for (let step = valuePath; step; step = step.above) tokens.push(escapeToken(step.token));
  tokens.push('');
  return tokens.toReversed().join('/');
}
