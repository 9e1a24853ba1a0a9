/** What came into a list and what went, told by identity. */
export interface ListDelta<Item> {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
}

/** Compares two lists of objects, in time that grows with what lies between their first and their last difference. */
export function listDelta<Item>(before: readonly Item[], after: readonly Item[]): ListDelta<Item> {
  if (before === after) return { added: [], removed: [] };
  const start = lengthOfCommonStart(before, after);
  const end = lengthOfCommonEnd(before, after, start);
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const [known, kept] = [new Set(old), new Set(now)];
  return { added: now.filter((item) => !known.has(item)), removed: old.filter((item) => !kept.has(item)) };
}

function lengthOfCommonStart(a: readonly unknown[], b: readonly unknown[]): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a[length] === b[length]) length += 1;
  return length;
}

function lengthOfCommonEnd(a: readonly unknown[], b: readonly unknown[], start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < limit && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}
