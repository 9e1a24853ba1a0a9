import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';

/** A segment `.` or `..`, also percent-encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A slash, a backslash, a semicolon or a control character in its encoded form. */
const unsafeEscape = /%(?:2f|5c|3b|[01][0-9a-f]|7f)/i;

/** Fast path: hardly any path contains these characters, and every unsafe path does. */
const doubtful = /[^!$&-:=@-Z_a-z~]|\/[./]/;

/**
 * Whether every server reads a path in the same way. If not, the upstream could serve a different path than the one
 * that was authorised (RFC 3986 sections 3.3 and 6.2.2).
 */
export function isSafePath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  return !doubtful.test(path) || isSafeCharByChar(path);
}

/** `.` or `..` between characters that some servers take for the end of a segment. */
const dotPiece = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|%3b|$)/i;

/** What no path may contain, even if its API accepts escaped separators. */
const neverPassed = /[^\x21-\x7e]|[\\#]|\/\/|%(?:[01][0-9a-f]|7f)/i;

/**
 * Whether a path that is not safe may still be forwarded to a server that takes `;`, `%3B`, `%2F` and `%5C` for part of
 * their segment. Even a server that splits segments there cannot be led to a parent folder.
 */
export function isPassablePath(path: string): boolean {
  return path.startsWith('/') && !neverPassed.test(path) && !dotPiece.test(path) && isWellEscaped(path);
}

function isSafeCharByChar(path: string): boolean {
  let isSuspicious = false;
  for (let index = 0, before = 0; index < path.length; index++) {
    const character = path.charCodeAt(index);
    if (isUnsafe(character) || (character === slash && before === slash)) return false;
    isSuspicious ||= character === dot || character === percent;
    before = character;
  }
  return !isSuspicious || isSafeAtCloserLook(path);
}

const [slash, dot, percent, backslash, hash, semicolon] = [0x2f, 0x2e, 0x25, 0x5c, 0x23, 0x3b];

/**
 * Whether a character is outside printable ASCII, or a separator to some servers: those that cut off a segment at a
 * semicolon see `/admin` in `/admin;x=1` (RFC 3986 section 3.3).
 */
function isUnsafe(character: number): boolean {
  if (character <= 0x20 || character >= 0x7f) return true;
  return character === backslash || character === hash || character === semicolon;
}

function isSafeAtCloserLook(path: string): boolean {
  if (dotSegment.test(path)) return false;
  return !path.includes('%') || (!unsafeEscape.test(path) && isWellEscaped(path));
}
