import type { ResponseHead } from './response-head.ts';
import { InvalidResponseError } from '../upstream-errors.ts';

/** How a response's body ends: after a number of octets, with a last chunk, or with its connection. */
export type BodyFraming = number | 'chunked' | 'until close';

/**
 * The framing of a response's body (RFC 9112 section 6.3). Throws if two servers could read the response differently.
 */
export function framingOf({ status, fields }: ResponseHead, method: string): BodyFraming {
  const coding = fields['transfer-encoding'];
  const length = fields['content-length'];
  const announced = length === undefined ? undefined : readLength(length);
  if (coding !== undefined && length !== undefined)
    throw new InvalidResponseError('its body has both Transfer-Encoding and Content-Length');
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  if (coding !== undefined) return /(?:^|,)[ \t]*chunked$/i.test(joined(coding)) ? 'chunked' : 'until close';
  return announced ?? 'until close';
}

/** The value of Content-Length (RFC 9110 section 8.6). Throws for a list, which would be several lengths. */
function readLength(value: string): number {
  // Fifteen digits are exact in a double.
  if (!/^\d{1,15}$/.test(value)) throw new InvalidResponseError('its Content-Length is malformed');
  return Number(value);
}

/** Whether another request may follow on the connection of a response (RFC 9112 section 9.3). */
export function staysOpen({ status, minorVersion, fields }: ResponseHead, method: string): boolean {
  // Some servers send a body even then, which would be taken for the next response.
  if (method === 'HEAD' || ((status === 204 || status === 304) && announcesBody(fields))) return false;
  const { connection } = fields;
  if (connection === undefined) return minorVersion === 1;
  const options = joined(connection)
    .toLowerCase()
    .split(/[ \t]*,[ \t]*/);
  if (options.includes('close')) return false;
  // HTTP/1.0 has no chunks, and some proxies that forward HTTP/1.0 do not know them (RFC 9112 section 6.1).
  return minorVersion === 1 || (options.includes('keep-alive') && fields['transfer-encoding'] === undefined);
}

/** The values of a field in one text: despite the types, a field that occurs in several lines has a list. */
function joined(value: string | readonly string[]): string {
  return String(value);
}

function announcesBody(fields: ResponseHead['fields']): boolean {
  return (fields['content-length'] ?? '0') !== '0' || fields['transfer-encoding'] !== undefined;
}
