/** The prefix of the names of the authorization server's cookies, with or without `__Host-` before it. */
export const ownCookieName = 'gatewright-';

/** A Cookie header without the authorization server's own cookies, which APIs must not see; may be empty. */
export function withoutOwnCookies(header: string): string {
  const others = header.split(';').filter((cookie) => !isOwnCookie(cookie));
  return others.join(';').trim();
}

/**
 * Whether a cookie, given with its name first, is one of the authorization server's own, which no API may set. A cookie
 * without a name counts by its value, which browsers send as if it were a name (RFC 6265bis section 5.8.3).
 */
export function isOwnCookie(cookie: string): boolean {
  return /^[\s=]*(?:__host-)?gatewright-/i.test(cookie);
}
