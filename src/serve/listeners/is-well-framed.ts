import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { countHeader } from '#runtime/token/count-header.ts';

/** A name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986 section 3.2.2). */
const host = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** Whether a request is of HTTP/1, names one host, and frames its body in the one way that the gateway reads. */
export function isWellFramed(request: IncomingMessage): boolean {
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

/** Nearly all requests name the same one. */
let lastHost = '';

export function isHost(text: string): boolean {
  if (text === lastHost) return text !== '';
  if (!host.test(text)) return false;
  lastHost = text;
  return true;
}

/** RFC 9112 section 6.1: Node would decode the chunks, and pass on compressed data as if it were plain. */
function hasGoodCoding({ headers, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return true;
  return httpVersionMinor !== 0 && coding.toLowerCase() === 'chunked';
}

/** The number of digits that are exact in a double. */
const maxLengthDigits = 15;

/** RFC 9110 section 8.6; Node has refused everything but digits. */
export function hasGoodLength({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return length === undefined || length.length <= maxLengthDigits;
}

/** Whether a request of this connection has been checked. */
const isChecked = Symbol('is checked');

interface ReadSocket extends Socket {
  [isChecked]?: true;
  /** Node's own. It returns a copy of the bytes that are being read. */
  parser?: { getCurrentBuffer?(): Buffer } | null;
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
