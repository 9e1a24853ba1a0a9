/** Orders texts by their UTF-16 code units, independent of the locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
