import type { PortalAddresses } from '../portal-addresses.ts';

/** A cookie and a URL with the sealed path stay far below what browsers and proxies accept. */
const maxLength = 1000;

/**
 * The page of the store that a sign-in leads back to; the catalogue unless the text is a path below the store's, which
 * is not an address elsewhere however a browser reads it.
 */
export function readReturnPath({ origin, path }: PortalAddresses, text: string | null): string {
  if (text === null || text.length > maxLength || !/^\/[!-[\]-~]*$/.test(text)) return path;
  const url = URL.parse(text, origin);
  if (url?.origin !== origin) return path;
  const isInStore = url.pathname === path || url.pathname.startsWith(`${path}/`);
  return isInStore ? url.pathname + url.search : path;
}
