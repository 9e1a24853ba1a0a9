/** Plain values without those that were there before: what two folders say of the same file is shown once. */
export function distinctValues<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
