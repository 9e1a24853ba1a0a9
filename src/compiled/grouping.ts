import { listDelta } from './list-delta.ts';

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
