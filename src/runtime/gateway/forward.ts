import type { Dispatcher } from 'undici';
import type { ReportFault } from '../ports/faults.ts';
import { giveLeave } from '../rejection/give-leave.ts';
import type { Call } from './call.ts';
import { Exchange } from './exchange.ts';
import { LimitedBody } from './limited-body.ts';
import { rejectUpstreamFailure } from './reject-upstream-failure.ts';
import { rejectCall } from './reject-call.ts';
import type { UpstreamTarget } from './served-endpoint.ts';
import { toUpstreamHeaders } from './upstream-headers.ts';

/** Methods that may be sent again where nothing tells whether they arrived (RFC 9110 section 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Failures before anything was sent, after which any request may be sent to another place. */
const unsentFailures: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UPSTREAM_OVERLOADED',
  // Who is not trusted was told nothing.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** A connection that rested was closed by the upstream, perhaps, as the request went out. */
const brokenConnections: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Passes a call to its upstream and the answer back, both as streams; where it may, it asks another target once more. */
export function forward(call: Call, reportFault: ReportFault, tried: readonly UpstreamTarget[] = []): void {
  const target = call.endpoint.nextTarget(tried);
  if (!target) return rejectCall(call, call.endpoint.rejectUnavailable());
  call.asks(target);
  const failed = (error: Error) => failCall(call, reportFault, [...tried, target], error);
  target.pool.dispatch(describeRequest(call, target), new Exchange(call, target, failed));
}

/** What is to be sent, byte for byte but for the headers. */
export function describeRequest(call: Call, target: UpstreamTarget): Dispatcher.DispatchOptions {
  const options: Dispatcher.DispatchOptions = {
    method: call.upstreamMethod,
    path: target.basePath + call.resourcePath + call.target.query,
    headers: toUpstreamHeaders(call, target),
    headersTimeout: target.firstByteMs,
    bodyTimeout: target.idleMs,
  };
  if (call.upgrade) options.upgrade = 'websocket';
  else if (call.hasBody) options.body = call.body ?? streamBody(call);
  return options;
}

/**
 * The body of a request that fails is destroyed, which would take the client's connection with it. What the
 * upstream leaves unread is read to its end, so that the connection stays good for the answer.
 */
function streamBody({ request, response, api }: Call): LimitedBody {
  giveLeave(request, response);
  const copy = request.pipe(new LimitedBody(api.part.api.maxBodyBytes));
  return copy.once('close', () => request.resume());
}

function failCall(
  call: Call,
  reportFault: ReportFault,
  tried: readonly UpstreamTarget[],
  error: Error,
): void {
  if (mayRetry(call, tried.length, error)) return forward(call, reportFault, tried);
  call.failure = error;
  rejectCall(call, rejectUpstreamFailure(error, reportFault));
}

/** A body that has streamed away is gone, and a client that waited its time out once is not made to wait twice. */
export function mayRetry(call: Call, attempts: number, error: Error): boolean {
  if (attempts > call.endpoint.retries || (call.hasBody && !call.body)) return false;
  const code = codeOf(error);
  if (unsentFailures.has(code)) return true;
  return idempotentMethods.has(call.upstreamMethod) && brokenConnections.has(code);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
