import type { Readable } from 'node:stream';
import type { ReportError } from '#runtime/ports/errors.ts';
import { codeOf } from '#runtime/rejection/reject-error.ts';
import { sendContinue } from '#runtime/rejection/send-continue.ts';
import type { Call } from '../call.ts';
import { Exchange, type Failure } from './exchange.ts';
import type { UpstreamRequest } from '../upstream/pending-request.ts';
import { isUnrelatedToUpstream, rejectUpstreamFailure } from '../upstream/reject-upstream-failure.ts';
import { rejectCall } from '../reject-call.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';
import { StreamedBody } from '../upstream/streamed-body.ts';
import { toUpstreamHeaders, mayHaveTrailers, toUpstreamTrailers } from './upstream-headers.ts';

/** Methods that may be sent again if it is unknown whether they arrived (RFC 9110 section 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** The upstream may have closed an idle connection just as the request was sent. */
const brokenConnections: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** That an idle connection was closed does not affect a new one to the same target. */
const stale = 'UPSTREAM_STALE_CONNECTION';

/** The upstream has not processed the request, whatever its method. */
const refused = 'UPSTREAM_REFUSED_STREAM';

/** Passes a call to its upstream and the response back, both as streams; retries with another target if allowed. */
export function forward(call: Call, reportError: ReportError, tried: readonly UpstreamTarget[] = []): void {
  const target = call.endpoint.nextTarget(tried);
  if (!target) return rejectCall(call, call.endpoint.rejectUnavailable());
  ask(call, reportError, { target, tried, isOnNewConnection: tried.includes(target) });
}

interface Attempt {
  readonly target: UpstreamTarget;
  /** Those before it. */
  readonly tried: readonly UpstreamTarget[];
  readonly isOnNewConnection: boolean;
}

function ask(call: Call, reportError: ReportError, attempt: Attempt): void {
  const { target } = attempt;
  call.asks(target);
  const failed = (failure: Failure) => failCall(call, reportError, attempt, failure);
  target.pool.dispatch(describeRequest(call, attempt), new Exchange(call, target, failed));
}

/** The request to send, unchanged except for the headers. */
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
  // A server may ignore that a client requests another protocol (RFC 9110 section 7.8).
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
    return ask(call, reportError, { ...attempt, isOnNewConnection: true });
  if (codeOf(error) === refused) attempt.target.refusedAgain();
  if (mayRetry(call, tried.length, failure)) return forward(call, reportError, tried);
  call.failure = error;
  rejectCall(call, rejectUpstreamFailure(error, reportError));
}

/** To the same target, once. */
function isSentAgainAtOnce(call: Call, { isOnNewConnection }: Attempt, error: Error): boolean {
  if (isOnNewConnection) return false;
  const code = codeOf(error);
  return code === stale ? maySendAgain(call) : code === refused && hasBody(call);
}

/** A client that waited for a timeout once does not wait twice. */
function mayRetry(call: Call, attempts: number, failure: Failure): boolean {
  if (attempts > call.endpoint.retries) return false;
  if (isUnprocessed(failure)) return hasBody(call);
  return brokenConnections.has(codeOf(failure.error)) && maySendAgain(call);
}

/** Whether the target was unable to take the request, so that another one may get it whatever its method. */
function isUnprocessed({ error, wasSent }: Failure): boolean {
  const code = codeOf(error);
  if (wasSent) return code === refused;
  return code === 'UPSTREAM_OVERLOADED' || !isUnrelatedToUpstream(error);
}

/** Whether a request may arrive twice, and can be sent again. */
function maySendAgain(call: Call): boolean {
  return idempotentMethods.has(call.upstreamMethod) && hasBody(call);
}

/** Whether the body, if any, is there to be sent from its beginning. */
function hasBody({ streamedBody }: Call): boolean {
  return streamedBody?.isWhole ?? true;
}
