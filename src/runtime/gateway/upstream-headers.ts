import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import { ownCookieName, withoutOwnCookies } from '../token/own-cookies.ts';
import { foldName } from './fold-name.ts';
import { hopByHopHeaders } from '../../compiled/hop-by-hop-headers.ts';
import type { UpstreamTarget } from './served-endpoint.ts';

/** Not for the upstream: the client's token, the gateway's own address, and an expectation already met. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'expect', 'host']);

/** What only a trusted proxy may say of where a call came from, and only in the usual spelling. */
const isProvenance = (name: string) =>
  name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip';

/** The headers that a call reaches its upstream with; `sent` are the client's, without those its Connection names. */
export function toUpstreamHeaders(
  call: Call,
  target: UpstreamTarget,
  sent: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const peer = peerOf(call.request);
  const isTrusted = call.generation.trustsPeer(peer);
  const headers: IncomingHttpHeaders = {};
  for (const name in sent) {
    if (hopByHopHeaders.has(name) || ownHeaders.has(name)) continue;
    const folded = foldName(name);
    if ((!isTrusted || folded !== name) && isProvenance(folded)) continue;
    if (call.endpoint.ownNames.has(folded)) continue;
    headers[name] = sent[name];
  }
  if (call.request.body === undefined) delete headers['content-length'];
  if (headers.cookie?.includes(ownCookieName)) hideOwnCookies(headers, headers.cookie);
  return Object.assign(headers, provenance(call, peer, headers), call.endpoint.headers, {
    host: target.host,
  });
}

/** An API could log in with them as the user. */
function hideOwnCookies(headers: IncomingHttpHeaders, sent: string): void {
  const others = withoutOwnCookies(sent);
  if (others === '') delete headers.cookie;
  else headers.cookie = others;
}

/** A socket that takes both kinds of address writes an IPv4 one as `::ffff:192.0.2.1`. */
function peerOf({ raw }: FastifyRequest): string {
  return (raw.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Where the call came from; what a trusted proxy has said of it stands (RFC 9110 section 7.6.3). */
function provenance(
  { generation, request }: Call,
  peer: string,
  believed: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const forwardedFor = believed['x-forwarded-for'];
  const via = believed['via'];
  const hop = `${request.raw.httpVersion} gatewright`;
  return {
    'x-forwarded-for': forwardedFor === undefined ? peer : `${String(forwardedFor)}, ${peer}`,
    'x-forwarded-proto': believed['x-forwarded-proto'] ?? generation.scheme,
    'x-forwarded-host': believed['x-forwarded-host'] ?? generation.host,
    via: via === undefined ? hop : `${via}, ${hop}`,
  };
}
