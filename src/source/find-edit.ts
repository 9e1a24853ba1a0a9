/**
 * The stretch in which two texts differ: the offset of its start, which is the same in both, and of its end in each.
 */
export interface Edit {
  readonly start: number;
  readonly endBefore: number;
  readonly end: number;
}

/** Finds the shortest stretch that contains all differences between two texts. */
export function findEdit(before: string, text: string): Edit {
  const shorter = Math.min(before.length, text.length);
  const start = longest(shorter, (from, to) => before.slice(from, to) === text.slice(from, to));
  const left = longest(
    shorter - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      text.slice(text.length - to, text.length - from),
  );
  return { start, endBefore: before.length - left, end: text.length - left };
}

/**
 * The length of the common part, at most `length`. Compares long slices, which takes far less time than comparing
 * characters.
 */
function longest(length: number, isAlike: (from: number, to: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isAlike(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
