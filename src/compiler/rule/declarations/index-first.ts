/** The first item of each key. */
export function indexFirst<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  return new Map(items.toReversed().map((item) => [keyOf(item), item]));
}
