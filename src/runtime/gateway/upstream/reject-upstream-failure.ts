import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { codeOf, rejectError } from '#runtime/rejection/reject-error.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { ReportError } from '#runtime/ports/errors.ts';

/** The response codes of failures, by error code. Any other failure means that the upstream is unreachable. */
const codesOfFailures: Readonly<Record<string, ErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'upstream_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'upstream_timeout',
  UND_ERR_BODY_TIMEOUT: 'upstream_timeout',
  ETIMEDOUT: 'upstream_timeout',
  ENOTFOUND: 'upstream_unavailable',
  EAI_AGAIN: 'upstream_unavailable',
  UND_ERR_CLOSED: 'upstream_unavailable',
  UND_ERR_DESTROYED: 'upstream_unavailable',
  UND_ERR_HEADERS_OVERFLOW: 'upstream_invalid',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'upstream_invalid',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'upstream_invalid',
  FST_REPLY_FROM_BAD_GATEWAY: 'upstream_invalid',
  INVALID_ANSWER: 'upstream_invalid',
  ERR_INVALID_CHAR: 'upstream_invalid',
  UPSTREAM_PROTOCOL_ERROR: 'upstream_invalid',
  UPSTREAM_OVERLOADED: 'upstream_overloaded',
  BODY_TOO_LARGE: 'body_too_large',
};

/** Error codes of requests that could not be sent because of an error in the gateway. */
const codesOfErrors: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** Error codes of failures that the gateway causes, or a client that aborts its body. */
const codesOfOthers: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'UPSTREAM_OVERLOADED',
  'UPSTREAM_REFUSED_STREAM',
  'UPSTREAM_STALE_CONNECTION',
  'BODY_TOO_LARGE',
  'UND_ERR_ABORTED',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** Turns the failure of an upstream into a rejection. */
export function rejectUpstreamFailure(failure: Error, reportError: ReportError): Rejection {
  const cause = causeOf(failure);
  const code = codeOf(cause);
  if (cause.name === 'HTTPParserError' || isBadAnswer(code, cause.message))
    return { code: 'upstream_invalid' };
  if (isOwnError(cause)) return rejectError(cause, reportError);
  return { code: codesOfFailures[code] ?? 'upstream_unreachable' };
}

/** Whether a failure is unrelated to the health of the upstream. */
export function isUnrelatedToUpstream(failure: Error): boolean {
  const cause = causeOf(failure);
  return codesOfOthers.has(codeOf(cause)) || isOwnError(cause);
}

/**
 * Whether a failure is a program error in the gateway. An error that is thrown while a response is handled is reported
 * as a failure of the exchange.
 */
function isOwnError(error: Error): boolean {
  const code = codeOf(error);
  if (code !== '') return codesOfErrors.has(code);
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}

/**
 * A failure in one line for the log, of at most 200 characters. The messages of undici, Node and OpenSSL contain no
 * secrets.
 */
export function describeFailure(failure: Error): string {
  const cause = causeOf(failure);
  const [error] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  const { message } = error instanceof Error ? error : cause;
  const code = codeOf(cause);
  const text = message.includes(code) ? message : `${message} (${code})`;
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}

/**
 * The error that a failure wraps, if any. A connect timeout is returned as it is, since only the outer error names it.
 */
function causeOf(failure: Error): Error {
  if (codeOf(failure) === 'UND_ERR_CONNECT_TIMEOUT') return failure;
  return failure.cause instanceof Error ? failure.cause : failure;
}

/** Whether a failure means an invalid response. Its code also means a broken connection, so the message decides. */
function isBadAnswer(code: string, message: string): boolean {
  return code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(message);
}
