import { isWellEscaped } from '../rejection/is-well-escaped.ts';

/** `.` and `..`, also encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Outside printable ASCII, or read by some server as a separator; some cut a segment off at a semicolon, so that they
 * would see `/admin` in `/admin;x=1` (RFC 3986 section 3.3).
 */
const unsafeCharacter = /[^\x21-\x7e]|[\\#;]|\/\//;

/** A slash, a backslash, a semicolon or a control character in its encoded form. */
const unsafeEscape = /%(?:2f|5c|3b|[01][0-9a-f]|7f)/i;

/**
 * Whether every server reads a path in the same way: where the upstream could see another one than the one that was
 * authorised, it is not safe (RFC 3986 sections 3.3 and 6.2.2).
 */
export function isSafePath(path: string): boolean {
  if (!path.startsWith('/') || unsafeCharacter.test(path) || dotSegment.test(path)) return false;
  return !path.includes('%') || (!unsafeEscape.test(path) && isWellEscaped(path));
}
