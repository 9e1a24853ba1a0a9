/** `a, b, and c`: what Intl.ListFormat says in English, which takes longer to load than a report to render. */
export function listWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 3) return words.join(` ${conjunction} `);
  return `${words.slice(0, -1).join(', ')}, ${conjunction} ${words.at(-1)}`;
}
