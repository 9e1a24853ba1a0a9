import type { Readable } from 'node:stream';
import type { ReportError } from '#runtime/ports/errors.ts';
import { codeOf } from '#runtime/rejection/reject-error.ts';
import { sendContinue } from '#runtime/rejection/send-continue.ts';
import type { Call, CallTrace } from '../call.ts';
import { Exchange, type Failure } from './exchange.ts';
import type { UpstreamRequest } from '../upstream/pending-request.ts';
import { isUnrelatedToUpstream, rejectUpstreamFailure } from '../upstream/reject-upstream-failure.ts';
import { rejectCall } from '../reject-call.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';
import { StreamedBody } from '../upstream/streamed-body.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { ownCookieName, withoutOwnCookies } from '#runtime/token/own-cookies.ts';
import { roleOf, isEndToEnd, connectionOptions } from '../upstream/header-roles.ts';
import { isOverride, isWrittenByGateway } from '#compiled/header-fate.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';

const noHeaders: IncomingHttpHeaders = {};

/** Methods that may be sent again if it is unknown whether they arrived (RFC 9110 section 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Codes of broken connections: the upstream may have closed an idle one just as the request was sent. */
const brokenConnections: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** An idle connection was closed. A new connection to the same target may still work. */
const stale = 'UPSTREAM_STALE_CONNECTION';

/** The upstream has not processed the request, so that it may be sent again, whatever its method. */
const refused = 'UPSTREAM_REFUSED_STREAM';

/** Passes a call to its upstream and the response back, both as streams; retries with another target if allowed. */
export function forward(call: Call, reportError: ReportError, tried: readonly UpstreamTarget[] = []): void {
  const target = call.endpoint.nextTarget(tried);
  if (!target) return rejectCall(call, call.endpoint.rejectUnavailable());
  send(call, reportError, { target, tried, isOnNewConnection: tried.includes(target) });
}

interface Attempt {
  readonly target: UpstreamTarget;
  /** The targets of earlier attempts. */
  readonly tried: readonly UpstreamTarget[];
  readonly isOnNewConnection: boolean;
}

function send(call: Call, reportError: ReportError, attempt: Attempt): void {
  const { target } = attempt;
  call.recordAttempt(target);
  const failed = (failure: Failure) => failCall(call, reportError, attempt, failure);
  target.pool.dispatch(describeRequest(call, attempt), new Exchange(call, target, failed));
}

/** The upstream request: that of the client with changed headers, below the base path of the target. */
function describeRequest(call: Call, { target, isOnNewConnection }: Attempt): UpstreamRequest {
  const options: UpstreamRequest = {
    method: call.upstreamMethod,
    path: target.basePath + call.resourcePath + call.target.query,
    headers: toUpstreamHeaders(call, target),
    headersTimeout: target.firstByteMs,
    bodyTimeout: target.idleMs,
    idempotent: idempotentMethods.has(call.upstreamMethod),
    isOnNewConnection,
  };
  // Over HTTP/2 the request for another protocol is ignored, as a server may do (RFC 9110 section 7.8).
  if (call.upgrade && !call.endpoint.isHttp2) options.upgrade = 'websocket';
  else if (call.hasBody) {
    options.body = call.body ?? streamBody(call);
    if (mayHaveTrailers(call)) options.trailers = () => toUpstreamTrailers(call);
  }
  return options;
}

function streamBody(call: Call): Readable {
  const { request, response, api } = call;
  call.streamedBody ??= new StreamedBody(request, api.part.api.maxBodyBytes, () =>
    sendContinue(request, response),
  );
  return call.streamedBody.open();
}

function failCall(call: Call, reportError: ReportError, attempt: Attempt, failure: Failure): void {
  const { error } = failure;
  const tried = [...attempt.tried, attempt.target];
  if (isSentAgainAtOnce(call, attempt, error))
    return send(call, reportError, { ...attempt, isOnNewConnection: true });
  if (codeOf(error) === refused) attempt.target.refusedAgain();
  if (mayRetry(call, tried.length, failure)) return forward(call, reportError, tried);
  call.failure = error;
  rejectCall(call, rejectUpstreamFailure(error, reportError));
}

/** Whether to send the request to the same target again, at most once. */
function isSentAgainAtOnce(call: Call, { isOnNewConnection }: Attempt, error: Error): boolean {
  if (isOnNewConnection) return false;
  const code = codeOf(error);
  return code === stale ? maySendAgain(call) : code === refused && hasBody(call);
}

/** Whether to try another target. A timeout of the response is not retried, so that no client waits for two. */
function mayRetry(call: Call, attempts: number, failure: Failure): boolean {
  if (attempts > call.endpoint.retries) return false;
  if (isUnprocessed(failure)) return hasBody(call);
  return brokenConnections.has(codeOf(failure.error)) && maySendAgain(call);
}

/** Whether the target has not processed the request, so that another target may get it, whatever the method. */
function isUnprocessed({ error, wasSent }: Failure): boolean {
  const code = codeOf(error);
  if (wasSent) return code === refused;
  return code === 'UPSTREAM_OVERLOADED' || !isUnrelatedToUpstream(error);
}

/** Whether the request is idempotent and its body can be sent again. */
function maySendAgain(call: Call): boolean {
  return idempotentMethods.has(call.upstreamMethod) && hasBody(call);
}

/** Whether the body, if any, can still be sent from its beginning. */
function hasBody({ streamedBody }: Call): boolean {
  return streamedBody?.isWhole ?? true;
}

/** The request headers for the upstream: names and values, alternating. */
function toUpstreamHeaders(call: Call, target: UpstreamTarget): string[] {
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

/**
 * Whether the trace of the call replaces a client header. A tracestate is forwarded only if it belongs to that trace.
 */
function isTraced(name: string, { keepsState }: CallTrace): boolean {
  return name === 'traceparent' || (name === 'tracestate' && !keepsState);
}

/**
 * Forwards cookies, except those of the authorization server, with which an API could log in as the user. A public
 * operation gets cookies only if it declares some, since any page can make a browser call it.
 */
function addCookies(headers: string[], { request, operation, api }: Call): void {
  if (operation.access === 'public' && !api.part.validation.declaresCookie(operation)) return;
  const sent = request.headers.cookie ?? '';
  const cookies = sent.includes(ownCookieName) ? withoutOwnCookies(sent) : sent;
  if (cookies !== '') headers.push('cookie', cookies);
}

/**
 * Adds the headers that describe the origin of the call. The values of a trusted proxy are preserved or extended (RFC
 * 9110 section 7.6.3).
 */
function addProvenance(headers: string[], call: Call, believed: IncomingHttpHeaders): void {
  const { request, generation, peer } = call;
  const hop = `${request.httpVersion} gatewright`;
  const via = request.headers.via;
  headers.push(
    'x-forwarded-for',
    append(believed['x-forwarded-for'], peer),
    'x-forwarded-proto',
    // An empty value counts as absent.
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

/**
 * Adds the other provenance headers of a trusted proxy: appends a hop to Forwarded (RFC 7239), and leaves the rest
 * unchanged.
 */
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

/**
 * Whether trailers may follow the body of a call: in HTTP/1.1 only chunked bodies have them (RFC 9112 section 7.1.2).
 */
function mayHaveTrailers(call: Call): boolean {
  const { request, body } = call;
  if (request.httpVersion !== '2.0' && request.headers['transfer-encoding'] === undefined) return false;
  // If a policy has read the body, its trailers are known.
  return body === undefined || Object.keys(toUpstreamTrailers(call)).length > 0;
}

/**
 * The trailers for the upstream; complete once the body has ended. Some servers merge trailers into the headers. A
 * trailer is therefore dropped if it frames, routes or authorises a request (RFC 9110 section 6.5.1), if the API
 * declares it as a header, or if the gateway or the client has sent it as one.
 */
function toUpstreamTrailers(call: Call): Record<string, string | string[]> {
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
  // Content-Digest may be a trailer (RFC 9530 section 2).
  if (name === 'content-digest') return false;
  return isEndToEnd(name) || forbiddenTrailers.has(name) || isOverride(name);
}

/**
 * Whether a header of this name is sent or declared. Names are folded, since some servers take several spellings for
 * one name.
 */
function isHeader({ api, endpoint, operation, request }: Call, name: string): boolean {
  if (endpoint.ownNames.has(name) || name === api.part.callerAssertion?.header) return true;
  if (Object.keys(request.headers).some((sent) => roleOf(sent).folded === name)) return true;
  return api.part.validation.declaresHeader(operation, name);
}
