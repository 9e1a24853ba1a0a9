/**
 * Serialises plain JSON with sorted keys and no white space, after RFC 8785: equal values give equal bytes. Omits
 * members whose value is undefined. Throws a TypeError for values that JSON cannot represent. `known` may return the
 * text of an object that has been serialised before.
 */
export function canonicalJson(value: unknown, known?: (value: object) => string | undefined): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null) {
    const text = known?.(value);
    if (text !== undefined) return text;
    return Array.isArray(value) ? canonicalArray(value, known) : canonicalObject(value, known);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}

function canonicalArray(items: readonly unknown[], known?: (value: object) => string | undefined): string {
  return `[${items.map((item) => canonicalJson(item, known)).join(',')}]`;
}

function canonicalObject(value: object, known?: (value: object) => string | undefined): string {
  if (value instanceof Map || value instanceof Set) throw new TypeError('JSON has no Map and no Set');
  const members = value as Readonly<Record<string, unknown>>;
  let text = '{';
  let separator = '';
  // Without a comparator, a sort compares UTF-16 code units, as the RFC requires.
  for (const key of Object.keys(members).toSorted()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${separator}${quote(key)}:${canonicalJson(member, known)}`;
    separator = ',';
  }
  return `${text}}`;
}

/** Characters that JSON escapes, and surrogates, which it escapes if they are unpaired. */
// oxlint-disable-next-line no-control-regex -- JSON escapes them, so they are what is looked for.
const escaped = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function quote(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}
