/** The location of a value in the sources: the file, the YAML document within it, and an RFC 6901 pointer. */
export interface Place {
  /** Path relative to the root of the source tree, with `/` between segments. */
  readonly file: string;
  /** Index of the YAML document in the file, from 0; always 0 in a JSON file. */
  readonly document: number;
  /** RFC 6901 pointer within that document; the empty string is its root. */
  readonly pointer: string;
}

/** The place of a value within the value at `place`. */
export function placeOf(place: Place, ...segments: readonly (string | number)[]): Place {
  return { ...place, pointer: appendPointer(place.pointer, ...segments) };
}

/** Adds reference tokens to a pointer, escaped as in RFC 6901 section 3. */
export function appendPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  let result = pointer;
  for (const segment of segments) result += `/${escapeToken(segment)}`;
  return result;
}

/** The token that was escaped last. Consecutive pointers often go through the same path, which may be long. */
let lastEscaped = { token: '', escaped: '' };

/** A reference token as it is written in a pointer. Most tokens need no escape. */
export function escapeToken(segment: string | number): string {
  const token = String(segment);
  if (token === lastEscaped.token) return lastEscaped.escaped;
  if (!token.includes('/') && !token.includes('~')) return token;
  lastEscaped = { token, escaped: token.replaceAll('~', '~0').replaceAll('/', '~1') };
  return lastEscaped.escaped;
}

/** The reference tokens of a pointer, unescaped as in RFC 6901 section 4. */
export function splitPointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const tokens = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return tokens;
  return tokens.map((token) =>
    token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token,
  );
}

/** A pointer, and the pointers of all values that enclose its value, up to the root. */
export function withEnclosing(pointer: string): readonly string[] {
  const pointers = [pointer];
  for (let end = pointer.lastIndexOf('/'); end !== -1; end = pointer.lastIndexOf('/', end - 1)) {
    pointers.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return pointers;
}
