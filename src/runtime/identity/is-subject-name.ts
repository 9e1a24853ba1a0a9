/** In characters of UTF-16; a `sub` of OpenID Connect has at most 255 (OpenID Connect Core 1.0 section 2). */
const longestName = 256;

/**
 * Whether a provider's name for a user can stand in the `sub` of tokens. Without white space around it and control
 * characters, which whoever reads tokens may drop, and half of a surrogate pair, which all look the same once written.
 */
export function isSubjectName(name: string): boolean {
  return name !== '' && name.length <= longestName && name.trim() === name && !/[\p{Cc}\p{Cs}]/u.test(name);
}
