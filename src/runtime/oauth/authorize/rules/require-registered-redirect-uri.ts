import { isRegistered } from '../is-registered.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';

/** Asks for the parameter even where just one callback URL is declared. */
export function requireRegisteredRedirectUri(
  request: AuthorizationRequest,
): 'redirect_uri_missing' | 'redirect_uri_unregistered' | undefined {
  const redirectUri = request.parameters.single.get('redirect_uri');
  if (redirectUri === undefined) return 'redirect_uri_missing';
  if (!isRegistered(request.application, redirectUri)) return 'redirect_uri_unregistered';
  request.redirectUri = redirectUri;
  return undefined;
}
