/** Names in a sentence: "`name`, `age` and `breed`". */
export function listNames(names: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(names.map((name) => `\`${name}\``));
}
