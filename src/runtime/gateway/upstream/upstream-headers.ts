import type { IncomingHttpHeaders } from 'node:http';
import type { CallTrace } from '../../ports/call-trace.ts';
import { ownCookieName, withoutOwnCookies } from '../../token/own-cookies.ts';
import type { Call } from '../call.ts';
import { roleOf } from './header-roles.ts';
import { peerOf } from '../peer-of.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';

/** The headers that a call reaches its upstream with: names and values in turn. */
export function toUpstreamHeaders(call: Call, target: UpstreamTarget): string[] {
  const { request, endpoint, generation } = call;
  const sent = request.headers;
  const peer = peerOf(request);
  const believed = generation.trustsPeer(peer) ? sent : noHeaders;
  const asserted = call.api.part.api.callerAssertion?.header;
  const { trace } = call;
  const headers: string[] = ['host', target.host];
  for (const name in sent) {
    const { fate, folded } = roleOf(name);
    if (fate !== 'passed' || folded === asserted || endpoint.ownNames.has(folded)) continue;
    if (trace && isTraced(name, trace)) continue;
    if (name === 'cookie') addCookies(headers, sent.cookie ?? '');
    else if (name !== 'content-length' || call.hasBody) headers.push(name, sent[name] as string);
  }
  addProvenance(headers, call, peer, believed);
  // What gRPC asks for; it is for each hop to say (RFC 9110 section 10.1.4).
  if (endpoint.isHttp2 && request.httpVersion === '2.0' && sent.te !== undefined)
    headers.push('te', 'trailers');
  if (asserted !== undefined && call.assertion !== undefined) headers.push(asserted, call.assertion);
  if (trace) headers.push('traceparent', trace.traceparent);
  for (const name in endpoint.headers) headers.push(name, endpoint.headers[name] ?? '');
  return headers;
}

/** What a trace says stands in place of what the client has sent; its own state goes with its trace alone. */
function isTraced(name: string, { keepsState }: CallTrace): boolean {
  return name === 'traceparent' || (name === 'tracestate' && !keepsState);
}

const noHeaders: IncomingHttpHeaders = {};

/** An API could log in with the authorization server's own ones as the user. */
function addCookies(headers: string[], sent: string): void {
  const cookies = sent.includes(ownCookieName) ? withoutOwnCookies(sent) : sent;
  if (cookies !== '') headers.push('cookie', cookies);
}

/** Where the call came from; what a trusted proxy has said of it stands (RFC 9110 section 7.6.3). */
function addProvenance(headers: string[], call: Call, peer: string, believed: IncomingHttpHeaders): void {
  const { request, generation } = call;
  const hop = `${request.httpVersion} gatewright`;
  const via = request.headers.via;
  headers.push(
    'x-forwarded-for',
    append(believed['x-forwarded-for'], peer),
    'x-forwarded-proto',
    (believed['x-forwarded-proto'] as string | undefined) ?? generation.scheme,
    'x-forwarded-host',
    (believed['x-forwarded-host'] as string | undefined) ?? generation.host,
    'x-request-id',
    call.requestId,
    'via',
    append(via, hop),
  );
  if (believed !== noHeaders) addBelieved(headers, believed, peer);
}

/** What a trusted proxy has said in other ways: a hop of RFC 7239 is added, the rest passes as it is. */
function addBelieved(headers: string[], believed: IncomingHttpHeaders, peer: string): void {
  for (const name in believed) {
    if (roleOf(name).fate !== 'provenance' || isWritten(name)) continue;
    const value = believed[name] as string;
    headers.push(name, name === 'forwarded' ? append(value, `for=${inForwarded(peer)}`) : value);
  }
}

function isWritten(name: string): boolean {
  return (
    name === 'x-forwarded-for' ||
    name === 'x-forwarded-proto' ||
    name === 'x-forwarded-host' ||
    name === 'x-request-id'
  );
}

/** An IPv6 address stands in brackets and quotes (RFC 7239 section 6). */
function inForwarded(address: string): string {
  return address.includes(':') ? `"[${address}]"` : address;
}

function append(list: string | readonly string[] | undefined, item: string): string {
  return list === undefined ? item : `${String(list)}, ${item}`;
}
