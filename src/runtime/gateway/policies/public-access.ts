import type { Call, Policy } from '../call.ts';
import { rejectMissingToken } from './authenticate.ts';
import { matchOperation } from './match-operation.ts';

/**
 * Whether the operation of a call is public, so that the call needs no token; a token in it is not read. Stores the
 * operation in the call.
 */
export function isPublicCall(call: Call): boolean {
  return matchOperation(call) === undefined && call.operation.access === 'public';
}

/** Refuses a call that began without a token if its operation is not public, or no longer. */
export const requirePublic: Policy = (call) => (isPublicCall(call) ? undefined : rejectMissingToken(call));

/**
 * Makes browsers show the response without scripts and with an opaque origin (CSP Level 3, section 6.3.2), since anyone
 * can open it and the login page may be on the same host.
 */
export const isolateResponse: Policy = (call) => {
  call.addHeader('content-security-policy', 'sandbox');
  return undefined;
};
