import { sameJson } from './same-json.ts';

/** How two lists differ, in whatever order their items are. */
export interface ListDifference<Item> {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  /** Those of one key that are not the same JSON. */
  readonly changed: readonly (readonly [before: Item, after: Item])[];
}

/**
 * Compares two lists by keys that are unique in each, or by the identity of their items if there is no key; then none
 * has changed. Takes time that grows with what lies between their first and their last difference.
 */
export function compareLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf?: (item: Item) => string,
): ListDifference<Item> {
  if (before === after) return { added: [], removed: [], changed: [] };
  const isSame = keyOf ? sameJson : Object.is;
  const toKey = keyOf ?? ((item) => item);
  const [old, now] = trimCommonEnds(before, after, isSame);
  const left = new Map<unknown, Item>(old.map((item) => [toKey(item), item]));
  const added: Item[] = [];
  const changed: (readonly [Item, Item])[] = [];
  for (const item of now) {
    const key = toKey(item);
    const earlier = left.get(key);
    left.delete(key);
    if (earlier === undefined) added.push(item);
    else if (!isSame(earlier, item)) changed.push([earlier, item]);
  }
  return { added, removed: [...left.values()], changed };
}

/** The range from the first difference to the last: long lists mostly differ in few items. */
function trimCommonEnds<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (a: unknown, b: unknown) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  while (end < shorter - start && isSame(before[last - end], after[lastAfter - end])) end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
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
  const { added, removed } = compareLists(previous.items, items);
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
