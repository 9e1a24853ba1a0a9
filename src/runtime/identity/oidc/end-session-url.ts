import { buildEndSessionUrl, type Configuration } from 'openid-client';
import type { ProviderLogout } from '../identity.ts';
import { isTrustworthy } from './discover-provider.ts';

/**
 * Where a browser is sent to log out at a provider (OpenID Connect RP-Initiated Logout 1.0 section 2); undefined where
 * the provider has no such address, or one without TLS.
 */
export function endSessionUrl(
  configuration: Configuration,
  { idToken, hint, returnUrl, state }: ProviderLogout,
): string | undefined {
  const endpoint = URL.parse(configuration.serverMetadata().end_session_endpoint ?? '');
  if (!endpoint || !isTrustworthy(endpoint)) return undefined;
  const who = idToken === undefined ? { logout_hint: hint } : { id_token_hint: idToken };
  return buildEndSessionUrl(configuration, { ...who, post_logout_redirect_uri: returnUrl, state }).href;
}
