import type { ReportFault } from '../ports/faults.ts';
import { rejectFault } from '../rejection/fault-rejection.ts';
import type { ErrorCode } from '../rejection/error-codes.ts';
import type { Rejection } from '../rejection/rejection.ts';

/** What is not plainly an upstream that cannot be reached, by the code of undici's or Node's error. */
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
};

/** How undici says that it was asked for something impossible, which is a fault of the gateway. */
const codesOfFaults: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** Turns what kept an upstream from answering into a rejection. */
export function rejectUpstreamFailure(failure: Error, reportFault: ReportFault): Rejection {
  const cause = failure.cause instanceof Error ? failure.cause : failure;
  const code = 'code' in cause ? String(cause.code) : '';
  if (cause.name === 'HTTPParserError' || isBadAnswer(code, cause.message))
    return { code: 'upstream_invalid' };
  if (codesOfFaults.has(code)) return rejectFault(cause, reportFault);
  return { code: codesOfFailures[code] ?? 'upstream_unreachable' };
}

/** undici has one code for a connection that broke and for an answer that made it break it off. */
function isBadAnswer(code: string, message: string): boolean {
  return code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(message);
}
