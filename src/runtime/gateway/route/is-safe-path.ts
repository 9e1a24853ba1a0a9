import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';

/** `.` and `..`, also encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A slash, a backslash, a semicolon or a control character in its encoded form. */
const unsafeEscape = /%(?:2f|5c|3b|[01][0-9a-f]|7f)/i;

/** Characters that hardly any path contains, and every unsafe path does. */
const doubtful = /[^!$&-:=@-Z_a-z~]|\/[./]/;

/**
 * Whether every server reads a path in the same way: if the upstream could see another one than the one that was
 * authorised, it is not safe (RFC 3986 sections 3.3 and 6.2.2).
 */
export function isSafePath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  return !doubtful.test(path) || isSafeCharByChar(path);
}

/** `.` and `..` between characters that some server reads as the end of a segment. */
const dotPiece = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|%3b|$)/i;

/** Characters that no path may contain. */
const neverPassed = /[^\x21-\x7e]|[\\#]|\/\/|%(?:[01][0-9a-f]|7f)/i;

/**
 * Whether a path that is not safe may still be forwarded to a server that keeps `;`, `%3B`, `%2F` and `%5C` within
 * their segment: no server that does not can be led by it to a parent folder.
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
 * Outside printable ASCII, or read by some server as a separator; some cut a segment off at a semicolon, so that they
 * would see `/admin` in `/admin;x=1` (RFC 3986 section 3.3).
 */
function isUnsafe(character: number): boolean {
  if (character <= 0x20 || character >= 0x7f) return true;
  return character === backslash || character === hash || character === semicolon;
}

function isSafeAtCloserLook(path: string): boolean {
  if (dotSegment.test(path)) return false;
  return !path.includes('%') || (!unsafeEscape.test(path) && isWellEscaped(path));
}
