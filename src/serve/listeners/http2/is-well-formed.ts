import { countHeader } from '../../../runtime/token/count-header.ts';
import { hasGoodLength, isHost } from '../is-well-framed.ts';
import type { Http2Request, RequestHead } from './http2-request.ts';

/**
 * Whether a request of HTTP/2 says the same to whoever reads it, once it is sent on in HTTP/1.1 (RFC 9113 section 8.3.1
 * and 10.3). Node has checked the pseudo-headers and that DATA and length agree, and left fields out whose name or value is not valid.
 */
export function isWellFormed(request: Http2Request, { headers, rawHeaders }: RequestHead): boolean {
  return hasGoodTarget(headers) && hasOneHost(headers, rawHeaders) && hasGoodLength(request);
}

/** Of other schemes Node checks no path, and CONNECT has none. */
function hasGoodTarget({
  ':method': method,
  ':scheme': scheme,
  ':path': path,
}: RequestHead['headers']): boolean {
  if (method === 'CONNECT' || (scheme !== 'https' && scheme !== 'http')) return false;
  return path?.startsWith('/') === true || (path === '*' && method === 'OPTIONS');
}

/** RFC 9113 section 8.3.1: a Host beside the authority names the same host. */
function hasOneHost(
  { ':authority': authority, host }: RequestHead['headers'],
  rawHeaders: readonly string[],
): boolean {
  const named = authority ?? host;
  if (named === undefined || !isHost(named) || countHeader(rawHeaders, 'host') > 1) return false;
  return host === undefined || host.toLowerCase() === named.toLowerCase();
}
