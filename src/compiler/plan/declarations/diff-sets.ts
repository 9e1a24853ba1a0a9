/** The items that only `after` contains, and the items that only `before` contains, in order. */
export function diffSets<Item>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
): { readonly added: readonly Item[]; readonly removed: readonly Item[] } {
  const [known, remaining] = [new Set(before), new Set(after)];
  return {
    added: after.filter((item) => !known.has(item)),
    removed: before.filter((item) => !remaining.has(item)),
  };
}
