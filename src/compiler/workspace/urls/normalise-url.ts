/**
 * The one spelling of an http or https URL: host in lower case, no default port, no dot segments, no
 * trailing slash. Undefined where the text is no such URL, or carries a user, a query or a fragment.
 */
export function normaliseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username || url.password || text.includes('?') || text.includes('#')) return undefined;
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/** A loop, since a pattern for this takes quadratic time. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Whether a URL's host is this machine: localhost, 127.0.0.0/8 or ::1; what a name under .localhost is, DNS decides. */
export function isLoopbackUrl(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? '';
  return host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}
