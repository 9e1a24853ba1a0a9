import type { ServerMetadata, IDToken } from 'openid-client';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { UnacceptedLoginError } from '../identity.ts';

/** Issuers that refuse `prompt=login` without declaring this in their metadata. */
const withoutLogin: ReadonlySet<string> = new Set(['https://accounts.google.com']);

/**
 * The `prompt` that makes a provider authenticate the user even if the browser has a session there. Every provider must
 * support `login` (OpenID Connect Core 1.0 section 15.1), but some do not.
 */
export function choosePrompt({
  issuer,
  prompt_values_supported: supported,
}: ServerMetadata): 'login' | 'select_account' {
  if (!Array.isArray(supported)) return withoutLogin.has(issuer) ? 'select_account' : 'login';
  return !supported.includes('login') && supported.includes('select_account') ? 'select_account' : 'login';
}

/** Allows for rounding to whole seconds on both sides, and for the duration of a response. */
const leewaySeconds = 5;

/**
 * Whether a provider reports when a user logged in (`auth_time`), so that the effect of `max_age=0` can be verified
 * (OpenID Connect Core 1.0 section 3.1.2.1). Every provider must report it (section 15.1), so this is assumed of
 * providers that do not list their claims.
 */
export function reportsLoginTime({ claims_supported: claims }: ServerMetadata): boolean {
  return !Array.isArray(claims) || claims.includes('auth_time');
}

/**
 * When the login of an ID token happened, by our clock; undefined if the token has no `auth_time`. The age of the login
 * is `iat` minus `auth_time`, both by the provider's clock, and at least 0.
 */
export function timeOfProviderLogin(
  { auth_time: loggedInAt, iat }: IDToken,
  now: Seconds,
): Seconds | undefined {
  return loggedInAt === undefined ? undefined : now - Math.max(0, iat - loggedInAt);
}

/**
 * Throws an UnacceptedLoginError if the login of an ID token is older than our request for it, sent `elapsed` seconds
 * ago (section 3.1.3.7 point 13). The age by the provider's clock is compared with the time elapsed by our clock, since
 * the two clocks may differ.
 */
export function requireFreshLogin(
  name: string,
  { auth_time: loggedInAt, iat }: IDToken,
  elapsed: Seconds,
): void {
  if (loggedInAt === undefined)
    throw new UnacceptedLoginError(`The provider ${name} does not return the time of the login (auth_time).`);
  if (iat - loggedInAt > elapsed + leewaySeconds)
    throw new UnacceptedLoginError(
      `The provider ${name} was asked for a new login but returned an earlier one (auth_time).`,
    );
}
