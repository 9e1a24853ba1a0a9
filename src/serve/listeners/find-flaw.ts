import type { IncomingMessage } from 'node:http';
import type { ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { countHeader } from '#runtime/token/count-header.ts';
import type { Http2Request, RequestHead } from './http2/http2-request.ts';
import { hasGoodLength, isHost, isWellFramed } from './is-well-framed.ts';

/** Why a request of HTTP/1.1 is refused before it is routed; Node has checked the octets of its head. */
export function findFlaw(request: IncomingMessage, { maxHeaders }: ListenerLimits): ErrorCode | undefined {
  if (!isWellFramed(request)) return 'request_malformed';
  return request.rawHeaders.length > 2 * maxHeaders ? 'headers_too_large' : undefined;
}

/**
 * The same of HTTP/2. Node has counted the headers; their octets it counts only after the client has acknowledged our
 * settings.
 */
export function findHttp2Flaw(
  request: Http2Request,
  head: RequestHead,
  { maxHeaderBytes }: ListenerLimits,
): ErrorCode | undefined {
  if (!isWellFormed(request, head)) return 'request_malformed';
  return countOctets(head.rawHeaders) > maxHeaderBytes ? 'headers_too_large' : undefined;
}

/** What each field counts in addition to its name and its value (RFC 9113 section 6.5.2). */
const fieldOverhead = 32;

/** `fields` contains names and values in turn. */
function countOctets(fields: readonly string[]): number {
  let octets = (fields.length / 2) * fieldOverhead;
  for (const text of fields) octets += text.length;
  return octets;
}

/**
 * Whether a request of HTTP/2 means the same to every reader, once it is forwarded in HTTP/1.1 (RFC 9113 section 8.3.1
 * and 10.3). Node has checked the pseudo-headers and that DATA and length agree, and left fields out whose name or
 * value is not valid.
 */
function isWellFormed(request: Http2Request, { headers, rawHeaders }: RequestHead): boolean {
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

/** RFC 9113 section 8.3.1: a Host next to the authority names the same host. */
function hasOneHost(
  { ':authority': authority, host }: RequestHead['headers'],
  rawHeaders: readonly string[],
): boolean {
  const named = authority ?? host;
  if (named === undefined || !isHost(named) || countHeader(rawHeaders, 'host') > 1) return false;
  return host === undefined || host.toLowerCase() === named.toLowerCase();
}
