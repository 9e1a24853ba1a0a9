import type { AuthorizationRequest } from '../authorization-request.ts';

/** Compares every character (RFC 9700 section 2.1), and asks for the parameter even where just one is declared. */
export function requireRegisteredRedirectUri(
  request: AuthorizationRequest,
): 'redirect_uri_missing' | 'redirect_uri_unregistered' | undefined {
  const redirectUri = request.parameters.single.get('redirect_uri');
  if (redirectUri === undefined) return 'redirect_uri_missing';
  if (!request.application.callbackUrls.includes(redirectUri)) return 'redirect_uri_unregistered';
  request.redirectUri = redirectUri;
  return undefined;
}
