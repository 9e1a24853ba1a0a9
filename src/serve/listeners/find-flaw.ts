import type { IncomingMessage } from 'node:http';
import type { ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { countHeader } from '#runtime/token/count-header.ts';
import type { Http2Request, RequestHead } from './http2/http2-request.ts';
import type { Socket } from 'node:net';

/** A name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986 section 3.2.2). */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** Nearly all requests name the same one. */
let lastHost = '';

/** The number of digits that are exact in a double. */
const maxLengthDigits = 15;

/** Whether a request of this connection has been checked. */
const isChecked = Symbol('is checked');

interface ReadSocket extends Socket {
  [isChecked]?: true;
  /** Node's own. It returns a copy of the bytes that are being read. */
  parser?: { getCurrentBuffer?(): Buffer } | null;
}

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

/** Whether a request is of HTTP/1, names one host, and frames its body in the one way that the gateway reads. */
function isWellFramed(request: IncomingMessage): boolean {
  return (
    hasGoodVersion(request) &&
    hasGoodHost(request) &&
    hasGoodCoding(request) &&
    hasGoodLength(request) &&
    speaksHttp(request)
  );
}

/** Node also reads request lines of HTTP/0.9 and HTTP/2.0. */
function hasGoodVersion({ httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && (httpVersionMinor === 1 || httpVersionMinor === 0);
}

/** RFC 9112 section 3.2. Node keeps the first of several, and the upstream's server might go by the last one. */
function hasGoodHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0;
  return isHost(headers.host) && countHeader(rawHeaders, 'host') === 1;
}

function isHost(text: string): boolean {
  if (text === lastHost) return text !== '';
  if (!hostPattern.test(text)) return false;
  lastHost = text;
  return true;
}

/** RFC 9112 section 6.1: Node would decode the chunks, and pass on compressed data as if it were plain. */
function hasGoodCoding({ headers, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return true;
  return httpVersionMinor !== 0 && coding.toLowerCase() === 'chunked';
}

/** RFC 9110 section 8.6; Node has refused everything but digits. */
function hasGoodLength({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return length === undefined || length.length <= maxLengthDigits;
}

/**
 * Whether a request line ends in HTTP. Node's parser takes RTSP and ICE with the same version numbers for HTTP, and does
 * not report the difference. Since reading the line again takes 2 µs, the requests checked are the first of each
 * connection and all of HTTP/1.0, which is the version that both protocols have.
 */
function speaksHttp(request: IncomingMessage): boolean {
  const socket: ReadSocket = request.socket;
  const isFirst = !socket[isChecked];
  if (!isFirst && request.httpVersionMinor !== 0) return true;
  socket[isChecked] = true;
  const { method = '', url = '' } = request;
  const lines = (socket.parser?.getCurrentBuffer?.().toString('latin1') ?? '').trimStart().split('\n');
  // The start of a later request in the bytes is unknown.
  return !(isFirst ? lines.slice(0, 1) : lines).some((line) => isOfAnotherProtocol(line, method, url));
}

function isOfAnotherProtocol(line: string, method: string, url: string): boolean {
  if (!line.startsWith(method)) return false;
  const target = line.slice(method.length).trimStart();
  return target.startsWith(url) && /^ +(?:RTSP|ICE)\//.test(target.slice(url.length));
}
