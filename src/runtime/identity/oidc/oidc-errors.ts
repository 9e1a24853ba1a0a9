import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { UnavailableError } from '../identity.ts';
import { reasonOf } from '../reason-of.ts';

/** Error codes of a provider if the user may not or would not log in (OpenID Connect Core 1.0 section 3.1.2.6). */
const refusedLogins: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Codes of `openid-client` for an answer or an ID token that is not the one that was requested. */
const unfitting: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Whether an error of `finish` means that this login is refused, rather than that the provider is unavailable. */
export function isRefusedLogin(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return refusedLogins.has(error.error);
  // The code of a callback that is played again, or of another login.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && unfitting.has(error.code);
}

/** The error for the operator; nothing in it was sent by a browser, or is secret. */
export function describeProviderError(name: string, error: unknown): UnavailableError {
  return new UnavailableError(`The provider ${name} cannot be queried: ${answerOf(error)}.`, {
    cause: error,
  });
}

function answerOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `it returned ${/^[a-z_]{1,64}$/.test(error.error) ? error.error : 'an error'}`;
  return error instanceof WWWAuthenticateChallengeError
    ? 'it refuses the client id or the client secret'
    : reasonOf(error);
}
