import { normaliseUrl } from './normalise-url.ts';

/**
 * A key that is equal for URLs that reach the same place, whatever their spelling: beyond `normaliseUrl`,
 * unreserved characters are decoded (RFC 3986, section 6.2.2.2), the host loses the dot of the root, and
 * repeated slashes count once. Calls are never forwarded to it, since an upstream may tell those apart.
 */
export function comparableUrl(text: string): string | undefined {
  const normal = normaliseUrl(text);
  if (normal === undefined) return undefined;
  const { protocol, hostname, port, pathname } = new URL(normal);
  const path = pathname.replaceAll(/%[0-9a-f]{2}/gi, spellEscape).replaceAll(/\/{2,}/g, '/');
  return `${protocol}//${hostname.replace(/\.$/, '')}:${port}${path.replace(/\/$/, '')}`;
}

function spellEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
}
