/** Of how many items all subsets are listed. */
const most = 5;

/** All subsets of a few items, and of more each alone and all together. */
export function subsetsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length > most) return [items, ...items.map((item) => [item])];
  const none: readonly (readonly T[])[] = [[]];
  return items.reduce((subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])], none);
}
