import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { UnavailableError } from '../identity.ts';

/** What a provider answers where the user may not or would not log in (OpenID Connect Core 1.0 section 3.1.2.6). */
const refusedLogins: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Codes of `openid-client` for an answer or an ID token that is not the one that was asked for. */
const unfitting: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Whether an error of `finish` says that this login is none, rather than that the provider does not work. */
export function isRefusedLogin(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return refusedLogins.has(error.error);
  // The code of a callback that is played again, or of another login.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && unfitting.has(error.code);
}

/** The error for the operator; nothing in it was sent by a browser, or is secret. */
export function describeFault(name: string, error: unknown): UnavailableError {
  return new UnavailableError(`The provider ${name} cannot be asked: ${reasonOf(error)}.`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `it answered ${/^[a-z_]{1,64}$/.test(error.error) ? error.error : 'with an error'}`;
  const messages = [...causesOf(error)].map(({ message }) => message).filter((message) => message !== '');
  return messages.at(-1)?.replace(/\.$/, '') ?? 'it failed';
}

/** Down to the error of the network, which says more than that the request failed. */
function* causesOf(error: unknown): Iterable<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
