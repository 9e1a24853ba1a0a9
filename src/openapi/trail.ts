import { appendPointer, escapeToken } from '../source/place.ts';

/** The way to a value from the root of a contract, kept as a chain so that a pointer is made only where one is asked for. */
export interface Trail {
  readonly above: Trail | undefined;
  readonly token: string | number;
}

/** The trail of a member; the root has none. */
export function trailTo(above: Trail | undefined, token: string | number): Trail {
  return { above, token };
}

/** The RFC 6901 pointer of a trail, and of a member below its end. */
export function pointerOf(trail: Trail | undefined, ...below: readonly (string | number)[]): string {
  let pointer = '';
  for (let step = trail; step; step = step.above) pointer = `/${escapeToken(step.token)}${pointer}`;
  return below.length === 0 ? pointer : appendPointer(pointer, ...below);
}
