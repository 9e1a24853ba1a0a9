import { errorCodes, type ErrorCode } from './error-codes.ts';

/** The gateway settings that change the status of errors. */
interface DeclaredStatus {
  /** Replaces the status 403 for calls without a valid token. */
  readonly unauthenticatedStatus?: 401;
}

/** The errors whose status a gateway may set to 401: the call has no valid token (RFC 6750 section 3.1). */
export const unauthenticated: ReadonlySet<ErrorCode> = new Set(['token_missing', 'token_invalid'] as const);

/** The status that a gateway returns for an error. */
export function statusOfError(code: ErrorCode, { unauthenticatedStatus }: DeclaredStatus): number {
  return unauthenticatedStatus !== undefined && unauthenticated.has(code)
    ? unauthenticatedStatus
    : errorCodes[code].status;
}
