/** `.` and `..`, also encoded, and also with a path parameter behind it (`..;x`), which some servers cut off. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/;]|%3b|$)/i;

/** Outside printable ASCII, or read by some server as a separator. */
const unsafeCharacter = /[^\x21-\x7e]|[\\#]|\/\//;

/** A slash, a backslash or a control character in its encoded form. */
const unsafeEscape = /%(?:2f|5c|[01][0-9a-f]|7f)/i;

/**
 * Whether every server reads a path in the same way: where the upstream could see another one than the one that was
 * authorised, it is not safe (RFC 3986 sections 3.3 and 6.2.2).
 */
export function isSafePath(path: string): boolean {
  if (!path.startsWith('/') || unsafeCharacter.test(path) || dotSegment.test(path)) return false;
  return !path.includes('%') || (!unsafeEscape.test(path) && isWellEscaped(path));
}

/** Whether every escape is complete and all together are UTF-8, so that no overlong form hides a character. */
function isWellEscaped(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
