import type { IncomingMessage } from 'node:http';
import type { ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { countHeader } from '#runtime/token/count-header.ts';
import type { Http2Request, RequestHead } from './http2/http2-request.ts';
import type { Socket } from 'node:net';

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 3986 section 3.2.2). */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** The last valid host. Nearly all requests name the same one, so that the pattern is rarely tested. */
let lastHost = '';

/** How many digits a double can always represent exactly. */
const maxLengthDigits = 15;

/** Whether a request of this connection has been checked for another protocol. */
const isChecked = Symbol('is checked');

interface ReadSocket extends Socket {
  [isChecked]?: true;
  /** Node's internal parser. `getCurrentBuffer` returns a copy of the bytes that are being parsed. */
  parser?: { getCurrentBuffer?(): Buffer } | null;
}

/**
 * Why an HTTP/1.1 request is refused before it is routed; undefined if it is accepted. Node has already checked the
 * characters of its head.
 */
export function findFlaw(request: IncomingMessage, { maxHeaders }: ListenerLimits): ErrorCode | undefined {
  if (!isWellFramed(request)) return 'request_malformed';
  return request.rawHeaders.length > 2 * maxHeaders ? 'headers_too_large' : undefined;
}

/**
 * Why an HTTP/2 request is refused before it is routed; undefined if it is accepted. Node has already limited the
 * number of headers, but it limits their size only after the client has acknowledged our settings.
 */
export function findHttp2Flaw(
  request: Http2Request,
  head: RequestHead,
  { maxHeaderBytes }: ListenerLimits,
): ErrorCode | undefined {
  if (!isWellFormed(request, head)) return 'request_malformed';
  return countOctets(head.rawHeaders) > maxHeaderBytes ? 'headers_too_large' : undefined;
}

/** What each field adds to the size of its name and value (RFC 9113 section 6.5.2). */
const fieldOverhead = 32;

/** The size of the fields. `fields` alternates names and values. */
function countOctets(fields: readonly string[]): number {
  let octets = (fields.length / 2) * fieldOverhead;
  for (const text of fields) octets += text.length;
  return octets;
}

/**
 * Whether an HTTP/2 request means the same to every recipient after it is forwarded in HTTP/1.1 (RFC 9113 sections
 * 8.3.1 and 10.3). Node has already checked the pseudo-headers and the length of the DATA frames, and dropped fields
 * with an invalid name or value.
 */
function isWellFormed(request: Http2Request, { headers, rawHeaders }: RequestHead): boolean {
  return hasGoodTarget(headers) && hasOneHost(headers, rawHeaders) && hasGoodLength(request);
}

/** Node does not check the path of other schemes, and CONNECT has no path. */
function hasGoodTarget({
  ':method': method,
  ':scheme': scheme,
  ':path': path,
}: RequestHead['headers']): boolean {
  if (method === 'CONNECT' || (scheme !== 'https' && scheme !== 'http')) return false;
  return path?.startsWith('/') === true || (path === '*' && method === 'OPTIONS');
}

/** RFC 9113 section 8.3.1: if there is a Host header and an authority, they must name the same host. */
function hasOneHost(
  { ':authority': authority, host }: RequestHead['headers'],
  rawHeaders: readonly string[],
): boolean {
  const named = authority ?? host;
  if (named === undefined || !isHost(named) || countHeader(rawHeaders, 'host') > 1) return false;
  return host === undefined || host.toLowerCase() === named.toLowerCase();
}

/** Whether a request is HTTP/1, names exactly one host, and frames its body as the gateway reads it. */
function isWellFramed(request: IncomingMessage): boolean {
  return (
    hasGoodVersion(request) &&
    hasGoodHost(request) &&
    hasGoodCoding(request) &&
    hasGoodLength(request) &&
    speaksHttp(request)
  );
}

/** Excludes request lines of HTTP/0.9 and HTTP/2.0, which Node also accepts. */
function hasGoodVersion({ httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && (httpVersionMinor === 1 || httpVersionMinor === 0);
}

/**
 * RFC 9112 section 3.2. Node uses the first of several Host headers, while the upstream's server might use the last
 * one.
 */
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

/**
 * RFC 9112 section 6.1. With another coding, Node would decode the chunks and pass on compressed data as if it were
 * plain.
 */
function hasGoodCoding({ headers, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return true;
  return httpVersionMinor !== 0 && coding.toLowerCase() === 'chunked';
}

/** RFC 9110 section 8.6. Node has already refused values that are not digits. */
function hasGoodLength({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return length === undefined || length.length <= maxLengthDigits;
}

/**
 * Whether a request line ends in HTTP. Node's parser also accepts RTSP and ICE with the same version numbers, and does
 * not report which one it was. Parsing the line again takes 2 µs, so only two kinds of requests are checked: the first
 * of each connection, and all HTTP/1.0 requests, because RTSP and ICE both have version 1.0.
 */
function speaksHttp(request: IncomingMessage): boolean {
  const socket: ReadSocket = request.socket;
  const isFirst = !socket[isChecked];
  if (!isFirst && request.httpVersionMinor !== 0) return true;
  socket[isChecked] = true;
  const { method = '', url = '' } = request;
  const lines = (socket.parser?.getCurrentBuffer?.().toString('latin1') ?? '').trimStart().split('\n');
  // Where a later request starts in the bytes is unknown, so all lines are checked.
  return !(isFirst ? lines.slice(0, 1) : lines).some((line) => isOfAnotherProtocol(line, method, url));
}

function isOfAnotherProtocol(line: string, method: string, url: string): boolean {
  if (!line.startsWith(method)) return false;
  const target = line.slice(method.length).trimStart();
  return target.startsWith(url) && /^ +(?:RTSP|ICE)\//.test(target.slice(url.length));
}
