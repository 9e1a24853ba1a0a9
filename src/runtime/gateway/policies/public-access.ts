import type { Call, Policy } from '../call.ts';
import { rejectMissingToken } from './authenticate.ts';
import { matchOperation } from './match-operation.ts';

/** Whether everyone may make a call without a token. A token that it has is not read. */
export function isPublicCall(call: Call): boolean {
  return matchOperation(call) === undefined && call.operation.access === 'public';
}

/** Refuses a call without a token if its operation is not public, which may have changed since it began. */
export const requirePublic: Policy = (call) => (isPublicCall(call) ? undefined : rejectMissingToken(call));

/**
 * Has browsers show a response without scripts and as a page of no origin: anyone can open it, and the login page may
 * have the same host (CSP Level 3, section 6.3.2).
 */
export const isolateResponse: Policy = (call) => {
  call.addHeader('content-security-policy', 'sandbox');
  return undefined;
};
