/** The items that only one of two lists has, in their order. */
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
