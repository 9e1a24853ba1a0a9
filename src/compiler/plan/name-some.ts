/** As many names as a sentence holds. */
const most = 5;

/** `A`, `A and B`, or `A, B, C, D, E and 12 more`. */
export function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, names.length > most + 1 ? most : most + 1);
  const more = names.length - shown.length;
  const words = more > 0 ? [...shown, `${more} more`] : shown;
  return words.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
