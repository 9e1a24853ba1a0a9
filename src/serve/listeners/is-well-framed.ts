import type { IncomingMessage } from 'node:http';
import { countHeader } from '../../runtime/token/count-header.ts';
import { takeRequestStart } from './request-start.ts';

/** A name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986 section 3.2.2). */
const host = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** Whether a request is of HTTP/1, names one host, and frames its body in the one way that the gateway reads. */
export function isWellFramed(request: IncomingMessage): boolean {
  return (
    speaksHttp(request) &&
    hasGoodVersion(request) &&
    hasGoodHost(request) &&
    hasGoodCoding(request) &&
    hasGoodLength(request)
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

/** How the lines of other protocols go on after the target. */
const others = [' RTSP/', ' ICE/'] as const;

/**
 * Whether a request line ends in HTTP. Node's parser takes RTSP and ICE with the same version numbers for HTTP, and does
 * not report the difference, so the bytes are searched again, which takes less than a microsecond for nearly all
 * requests. A body in the same packet that contains the same line in front of it is taken for the line.
 */
function speaksHttp(request: IncomingMessage): boolean {
  const { method = '', url = '' } = request;
  const text = takeRequestStart(request, others);
  for (const { index, 1: protocol } of text.matchAll(/ +(HTTP|RTSP|ICE)\//g))
    if (endsIn(text.slice(0, index), method, url)) return protocol === 'HTTP';
  return true;
}

function endsIn(text: string, method: string, url: string): boolean {
  return text.endsWith(url) && text.slice(0, -url.length).trimEnd().endsWith(method);
}
