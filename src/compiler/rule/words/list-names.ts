/** Joins names for a sentence: "`name`, `age` and `breed`". */
export function listNames(names: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(names.map((name) => `\`${name}\``));
}

/** The maximum number of names in a sentence. */
const most = 5;

/** Joins names for a sentence, only the first of many: "`name`, `age`, `breed`, `chip`, `owner` and 12 more". */
export function listSome(names: readonly string[]): string {
  if (names.length <= most + 1) return listNames(names, 'conjunction');
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  return `${shown.join(', ')} and ${names.length - most} more`;
}
