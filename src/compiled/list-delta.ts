/** What came into a list and what went, told by identity. */
interface ListDelta<Item> {
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

/** The items of a list by some key of theirs, each group in the order of the list. */
export interface Grouping<Item> {
  readonly items: readonly Item[];
  readonly groups: ReadonlyMap<string, readonly Item[]>;
}

/** Groups a list; the groups that `previous` has with the same items are taken over as they are. */
export function groupItems<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  previous?: Grouping<Item>,
): Grouping<Item> {
  if (previous?.items === items) return previous;
  if (!previous) return { items, groups: Map.groupBy(items, keyOf) };
  const { added, removed } = listDelta(previous.items, items);
  const touched = new Set([...added, ...removed].map(keyOf));
  const regrouped = Map.groupBy(
    items.filter((item) => touched.has(keyOf(item))),
    keyOf,
  );
  const groups = new Map(previous.groups);
  for (const key of touched) {
    const group = regrouped.get(key);
    if (group) groups.set(key, group);
    else groups.delete(key);
  }
  return { items, groups };
}
