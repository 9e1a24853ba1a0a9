/** Orders texts by their UTF-16 units, whatever language people speak. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
