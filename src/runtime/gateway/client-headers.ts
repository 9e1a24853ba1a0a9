import type { IncomingHttpHeaders } from 'node:http';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.ts';

/** The headers that an upstream's answer reaches the client with: who may read it is for the API's declaration to say. */
export function toClientHeaders(
  answered: IncomingHttpHeaders,
  corsHeaders: Readonly<Record<string, string>>,
): IncomingHttpHeaders {
  const named = namedByConnection(answered.connection);
  const headers: IncomingHttpHeaders = {};
  for (const name in answered) {
    if (hopByHopHeaders.has(name) || named.includes(name) || name.startsWith('access-control-')) continue;
    headers[name] = answered[name];
  }
  const vary = [answered.vary, corsHeaders['vary']].filter((value) => value !== undefined).join(', ');
  return Object.assign(headers, corsHeaders, vary === '' ? {} : { vary });
}
