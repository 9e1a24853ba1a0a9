import { sameJson } from './json.ts';

/** The differences between two lists, regardless of the order of their items. */
export interface ListDifference<Item> {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  /** Items with the same key, but different JSON. */
  readonly changed: readonly (readonly [before: Item, after: Item])[];
}

/**
 * Compares two lists by keys that are unique in each list. Without keys, compares items by identity, and no item counts
 * as changed. Takes longer the more items differ or have moved.
 */
export function compareLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf?: (item: Item) => string,
): ListDifference<Item> {
  if (before === after) return { added: [], removed: [], changed: [] };
  const isSame = keyOf ? sameJson : Object.is;
  const toKey = keyOf ?? ((item) => item);
  const [old, now] = dropCommon(before, after, isSame);
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

/** How far to search for the next common item after a difference. */
const lookAhead = 4;

/** After this many differences in a row, such as a block of new items, the rest is compared only by keys. */
const maxRun = 64;

const none = [0, 0] as const;

/** Drops most of the items that both lists share. Fast path: long lists usually differ in few items. */
function dropCommon<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (a: unknown, b: unknown) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const end = lengthOfCommonEnd(before, after, isSame);
  const [endOld, endNow] = [before.length - end, after.length - end];
  const [old, now]: [Item[], Item[]] = [[], []];
  let [from, to, run] = [0, 0, 0];
  while (from < endOld && to < endNow && run < maxRun) {
    const near = isSame(before[from], after[to]) ? none : distanceToCommon(before, from, after, to, isSame);
    const [skippedOld, skippedNow] = near ?? [1, 1];
    if (skippedOld > 0) old.push(...before.slice(from, from + skippedOld));
    if (skippedNow > 0) now.push(...after.slice(to, to + skippedNow));
    const common = near ? 1 : 0;
    from += skippedOld + common;
    to += skippedNow + common;
    run = near ? 0 : run + 1;
  }
  return [old.concat(before.slice(from, endOld)), now.concat(after.slice(to, endNow))];
}

function lengthOfCommonEnd(
  before: readonly unknown[],
  after: readonly unknown[],
  isSame: (a: unknown, b: unknown) => boolean,
): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (length < shorter && isSame(before.at(-1 - length), after.at(-1 - length))) length += 1;
  return length;
}

/** The number of items in each list before the next common item; undefined if none is near. */
function distanceToCommon(
  before: readonly unknown[],
  from: number,
  after: readonly unknown[],
  to: number,
  isSame: (a: unknown, b: unknown) => boolean,
): readonly [number, number] | undefined {
  for (let ahead = 1; ahead <= lookAhead; ahead += 1) {
    if (from + ahead < before.length && isSame(before[from + ahead], after[to])) return [ahead, 0];
    if (to + ahead < after.length && isSame(before[from], after[to + ahead])) return [0, ahead];
  }
  return undefined;
}

/** The items of a list, grouped by a key; each group is in the order of the list. */
export interface Grouping<Item> {
  readonly items: readonly Item[];
  readonly groups: ReadonlyMap<string, readonly Item[]>;
}

/** Groups a list by a key. Reuses the groups of `previous` whose items are the same. */
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
