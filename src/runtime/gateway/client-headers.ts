import type { IncomingHttpHeaders } from 'node:http';
import { isOwnCookie } from '../token/own-cookies.ts';
import type { Call } from './call.ts';
import { hopByHopHeaders } from '../../compiled/hop-by-hop-headers.ts';
import { namedByConnection } from './named-by-connection.ts';
import type { UpstreamTarget } from './served-endpoint.ts';
import { toClientAddress } from './to-client-address.ts';

/** Headers whose value is a URI of the upstream's (RFC 9110 sections 8.7 and 10.2.2). */
const addressHeaders = ['content-location', 'location'] as const;

/** The headers that an upstream's answer reaches the client with: who may read it is for the API's declaration to say. */
export function toClientHeaders(
  answered: IncomingHttpHeaders,
  call: Call,
  target: UpstreamTarget,
): IncomingHttpHeaders {
  const { corsHeaders } = call;
  const named = namedByConnection(answered.connection);
  const headers: IncomingHttpHeaders = {};
  for (const name in answered) {
    if (hopByHopHeaders.has(name) || named.includes(name) || name.startsWith('access-control-')) continue;
    headers[name] = answered[name];
  }
  const cookies = headers['set-cookie'];
  if (cookies) headers['set-cookie'] = cookies.filter((cookie) => !isOwnCookie(cookie));
  for (const name of addressHeaders) {
    const address = headers[name];
    if (typeof address === 'string') headers[name] = toClientAddress(address, call, target);
  }
  const vary = [answered.vary, corsHeaders['vary']].filter((value) => value !== undefined).join(', ');
  return Object.assign(headers, corsHeaders, vary === '' ? {} : { vary });
}
