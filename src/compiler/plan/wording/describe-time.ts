/** A time in seconds since 1970 as RFC 3339 writes it in UTC; a day by itself where it is its first second. */
export function timeOf(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  return text.endsWith('T00:00:00Z') ? text.slice(0, -'T00:00:00Z'.length) : text;
}
