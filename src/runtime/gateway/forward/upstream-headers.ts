import type { IncomingHttpHeaders } from 'node:http';
import type { CallTrace, Call } from '../call.ts';
import { ownCookieName, withoutOwnCookies } from '#runtime/token/own-cookies.ts';
import { roleOf, isEndToEnd, connectionOptions } from '../upstream/header-roles.ts';
import { isOverride, isWrittenByGateway } from '#compiled/header-fate.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';

/** The headers that a call reaches its upstream with: names and values in turn. */
export function toUpstreamHeaders(call: Call, target: UpstreamTarget): string[] {
  const { request, endpoint, generation } = call;
  const sent = request.headers;
  const believed = generation.trustsPeer(call.peer) ? sent : noHeaders;
  const asserted = call.api.part.callerAssertion?.header;
  const { trace } = call;
  const headers: string[] = ['host', target.host];
  for (const name in sent) {
    const { fate, folded } = roleOf(name);
    if (fate !== 'passed' || folded === asserted || endpoint.ownNames.has(folded)) continue;
    if (trace && isTraced(name, trace)) continue;
    if (name === 'cookie') addCookies(headers, call);
    else if (name !== 'content-length' || call.hasBody) headers.push(name, sent[name] as string);
  }
  addProvenance(headers, call, believed);
  // Required by gRPC; each hop sets its own (RFC 9110 section 10.1.4).
  if (endpoint.isHttp2 && request.httpVersion === '2.0' && sent.te !== undefined)
    headers.push('te', 'trailers');
  if (asserted !== undefined && call.assertion !== undefined) headers.push(asserted, call.assertion);
  if (trace) headers.push('traceparent', trace.traceparent);
  for (const name in endpoint.headers) headers.push(name, endpoint.headers[name] ?? '');
  return headers;
}

/** The headers of a trace replace those of the client; the client's tracestate is kept only with its own trace. */
function isTraced(name: string, { keepsState }: CallTrace): boolean {
  return name === 'traceparent' || (name === 'tracestate' && !keepsState);
}

const noHeaders: IncomingHttpHeaders = {};

/**
 * An API could log in with the authorization server's own ones as the user. Any page can have a browser make a public
 * call, so that its cookies are sent only to an operation that declares some.
 */
function addCookies(headers: string[], { request, operation, api }: Call): void {
  if (operation.access === 'public' && !api.part.validation.declaresCookie(operation)) return;
  const sent = request.headers.cookie ?? '';
  const cookies = sent.includes(ownCookieName) ? withoutOwnCookies(sent) : sent;
  if (cookies !== '') headers.push('cookie', cookies);
}

/** The origin of the call; what a trusted proxy states about it is kept (RFC 9110 section 7.6.3). */
function addProvenance(headers: string[], call: Call, believed: IncomingHttpHeaders): void {
  const { request, generation, peer } = call;
  const hop = `${request.httpVersion} gatewright`;
  const via = request.headers.via;
  headers.push(
    'x-forwarded-for',
    append(believed['x-forwarded-for'], peer),
    'x-forwarded-proto',
    // One that is empty states none.
    (believed['x-forwarded-proto'] as string | undefined) || generation.scheme,
    'x-forwarded-host',
    (believed['x-forwarded-host'] as string | undefined) ?? generation.host,
    'x-request-id',
    call.requestId,
    'via',
    append(via, hop),
  );
  if (believed !== noHeaders) addBelieved(headers, believed, peer);
}

/** Other headers of a trusted proxy: a hop of RFC 7239 is added, the rest is unchanged. */
function addBelieved(headers: string[], believed: IncomingHttpHeaders, peer: string): void {
  for (const name in believed) {
    if (roleOf(name).fate !== 'provenance' || isWrittenByGateway(name)) continue;
    const value = believed[name] as string;
    headers.push(name, name === 'forwarded' ? append(value, `for=${inForwarded(peer)}`) : value);
  }
}

/** An IPv6 address is written in brackets and quotes (RFC 7239 section 6). */
function inForwarded(address: string): string {
  return address.includes(':') ? `"[${address}]"` : address;
}

function append(list: string | readonly string[] | undefined, item: string): string {
  return list === undefined ? item : `${String(list)}, ${item}`;
}

/** Whether trailers may follow the body of a call: in HTTP/1.1 only chunks have them (RFC 9112 section 7.1.2). */
export function mayHaveTrailers(call: Call): boolean {
  const { request, body } = call;
  if (request.httpVersion !== '2.0' && request.headers['transfer-encoding'] === undefined) return false;
  // A body that was read is at its end already.
  return body === undefined || Object.keys(toUpstreamTrailers(call)).length > 0;
}

/**
 * The trailers that a call reaches its upstream with, once its body has ended. Some servers add trailers to the
 * headers, so that none is passed that frames, routes or authorises a request (RFC 9110 section 6.5.1), that the API
 * declares as a header, or that the gateway or the client has sent as one.
 */
export function toUpstreamTrailers(call: Call): Record<string, string | string[]> {
  const { trailers } = call.request;
  const passed: Record<string, string | string[]> = {};
  for (const name in trailers) {
    const value = trailers[name];
    if (value !== undefined && isTrailer(call, name)) passed[name] = value;
  }
  return passed;
}

function isTrailer(call: Call, name: string): boolean {
  const { fate, folded } = roleOf(name);
  if (fate !== 'passed' || meansSomethingBefore(folded) || isHeader(call, folded)) return false;
  return !connectionOptions(call.request.headers.connection)?.includes(name);
}

function meansSomethingBefore(name: string): boolean {
  // RFC 9530 section 2.
  if (name === 'content-digest') return false;
  return isEndToEnd(name) || forbiddenTrailers.has(name) || isOverride(name);
}

/** The names are folded, since some servers take several spellings for one. */
function isHeader({ api, endpoint, operation, request }: Call, name: string): boolean {
  if (endpoint.ownNames.has(name) || name === api.part.callerAssertion?.header) return true;
  if (Object.keys(request.headers).some((sent) => roleOf(sent).folded === name)) return true;
  return api.part.validation.declaresHeader(operation, name);
}
