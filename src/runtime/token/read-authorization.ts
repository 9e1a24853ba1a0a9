import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import { countHeader } from './count-header.ts';

/** The content of a request's Authorization header (RFC 9110 section 11.6.2). */
export type SentAuthorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }
  | {
      readonly kind: 'one';
      /** In lower case. */
      readonly scheme: string;
      /** The text after the scheme; may be empty. */
      readonly credentials: string;
    };

const none: SentAuthorization = { kind: 'none' };
const several: SentAuthorization = { kind: 'several' };

/** Reads the Authorization header. Counts it in the raw headers, since Node drops all but the first. */
export function readAuthorization({
  headers,
  rawHeaders,
}: Pick<HttpRequest, 'headers' | 'rawHeaders'>): SentAuthorization {
  const value = headers.authorization;
  if (value === undefined) return none;
  if (countHeader(rawHeaders, 'authorization') > 1) return several;
  // Fast path for the usual scheme, without a lower-case copy.
  if (isBearer(value)) return { kind: 'one', scheme: 'bearer', credentials: value.slice(7).trim() };
  const space = value.indexOf(' ');
  if (space === -1) return { kind: 'one', scheme: value.toLowerCase(), credentials: '' };
  return { kind: 'one', scheme: value.slice(0, space).toLowerCase(), credentials: value.slice(space).trim() };
}

/** Whether a value begins with `Bearer` and a space, in any case: the two cases of a letter differ in one bit. */
function isBearer(value: string): boolean {
  if (value.charCodeAt(6) !== 0x20) return false;
  for (let index = 0; index < 6; index++) {
    if ((value.charCodeAt(index) | 0x20) !== 'bearer'.charCodeAt(index)) return false;
  }
  return true;
}
