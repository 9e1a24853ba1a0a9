import type { IncomingMessage } from 'node:http';
import type { ListenerLimits } from '../../compiled/manifest.ts';
import type { ErrorCode } from '../../runtime/rejection/error-codes.ts';
import type { Http2Request, RequestHead } from '../listeners/http2/http2-request.ts';
import { isWellFormed } from '../listeners/http2/is-well-formed.ts';
import { isWellFramed } from '../listeners/is-well-framed.ts';

/** Why a request of HTTP/1.1 is refused before anybody asks what it is for; Node has checked the octets of its head. */
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

/** `fields` holds names and values in turn. */
function countOctets(fields: readonly string[]): number {
  let octets = (fields.length / 2) * fieldOverhead;
  for (const text of fields) octets += text.length;
  return octets;
}
