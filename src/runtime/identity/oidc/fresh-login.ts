import type { ServerMetadata, IDToken } from 'openid-client';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { UnacceptedLoginError } from '../identity.ts';

/** Google does not support `login`, refuses unknown values, and does not declare this in its metadata. */
const withoutLogin: ReadonlySet<string> = new Set(['https://accounts.google.com']);

/**
 * The `prompt` by which a provider asks who the user is, although this browser has a session: `login`, which every
 * provider has to support (OpenID Connect Core 1.0 section 15.1), although some do not.
 */
export function choosePrompt({
  issuer,
  prompt_values_supported: supported,
}: ServerMetadata): 'login' | 'select_account' {
  if (!Array.isArray(supported)) return withoutLogin.has(issuer) ? 'select_account' : 'login';
  return !supported.includes('login') && supported.includes('select_account') ? 'select_account' : 'login';
}

/** Both sides count in whole seconds, and an answer takes some time. */
const leewaySeconds = 5;

/**
 * Whether a provider reports when its users logged in, so that `max_age=0` requests a fresh login (OpenID Connect
 * Core 1.0 section 3.1.2.1). Every provider must (section 15.1), including some that do not list their claims.
 */
export function reportsLoginTime({ claims_supported: claims }: ServerMetadata): boolean {
  return !Array.isArray(claims) || claims.includes('auth_time');
}

/**
 * When the login of an ID token began by our clock, at `now`; undefined if the token does not contain it. Its age is
 * measured by the provider's clock, and no login is later than its ID token.
 */
export function timeOfProviderLogin(
  { auth_time: loggedInAt, iat }: IDToken,
  now: Seconds,
): Seconds | undefined {
  return loggedInAt === undefined ? undefined : now - Math.max(0, iat - loggedInAt);
}

/**
 * Throws an UnacceptedLoginError unless the login of an ID token began after the provider was asked for it, `elapsed`
 * seconds ago (section 3.1.3.7 point 13). Its age by the provider's clock is compared with the time that has passed by
 * ours, since the two clocks may differ.
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
