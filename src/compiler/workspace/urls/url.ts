/**
 * The canonical spelling of an http or https URL: host in lower case, no default port, no dot segments, no trailing
 * slash. Undefined if the text is not such a URL, or has a user, a query or a fragment.
 */
export function normaliseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username || url.password || text.includes('?') || text.includes('#')) return undefined;
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/** A loop, since a regular expression for this takes quadratic time. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Whether a URL's host is this machine: localhost, 127.0.0.0/8 or ::1. Names under .localhost do not count, since DNS
 * resolves them.
 */
export function isLoopbackUrl(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? '';
  return host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}

/** Whether a call to a URL leaves this machine without encryption. */
export function isPlainHttp(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopbackUrl(url);
}

/**
 * A key that is equal for URLs that reach the same place, whatever their spelling: beyond `normaliseUrl`, unreserved
 * characters are decoded (RFC 3986, section 6.2.2.2), the host loses the dot of the root, and repeated slashes count
 * once. Calls are never forwarded to a URL in this form, since an upstream may distinguish the spellings.
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
