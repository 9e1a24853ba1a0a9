/** An attribute of an item, by the name that the query uses. */
export function valueOf(item: object, attribute: string): string | number {
  const value: unknown = Reflect.get(item, attribute);
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** Numbers by size, texts by their characters, so dates by time. */
export function compareValues(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
