import type { IncomingMessage } from 'node:http';
import { countHeader } from './count-header.ts';

/** What the Authorization header of a request says (RFC 9110 section 11.6.2). */
export type SentAuthorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }
  | {
      readonly kind: 'one';
      /** In lower case. */
      readonly scheme: string;
      /** What follows the scheme; empty where nothing does. */
      readonly credentials: string;
    };

/** Reads the Authorization header. Node keeps the first of several and drops the others, so they are counted here. */
export function readAuthorization(request: IncomingMessage): SentAuthorization {
  const value = request.headers.authorization;
  if (value === undefined) return { kind: 'none' };
  if (countHeader(request.rawHeaders, 'authorization') > 1) return { kind: 'several' };
  const space = value.indexOf(' ');
  if (space === -1) return { kind: 'one', scheme: value.toLowerCase(), credentials: '' };
  return { kind: 'one', scheme: value.slice(0, space).toLowerCase(), credentials: value.slice(space).trim() };
}
