import type { Entry } from 'ldapts';

/** The non-empty texts of an attribute, whose name is compared case-insensitively. */
export function textsIn(entry: Entry, attribute: string): readonly string[] {
  const spelled = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  const value = spelled === undefined ? [] : entry[spelled];
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => (Buffer.isBuffer(one) ? one.toString() : one)).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
