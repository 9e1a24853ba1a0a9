import type { AuthorizationRequest } from '../authorization-request.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';

/** Requires the parameter even if just one callback URL is declared. */
export function requireRegisteredRedirectUri(
  request: AuthorizationRequest,
): 'redirect_uri_missing' | 'redirect_uri_unregistered' | undefined {
  const redirectUri = request.parameters.single.get('redirect_uri');
  if (redirectUri === undefined) return 'redirect_uri_missing';
  if (!isRegistered(request.application, redirectUri)) return 'redirect_uri_unregistered';
  request.redirectUri = redirectUri;
  return undefined;
}

/**
 * Whether an application declares a redirect URI: the same in every character (RFC 9700 section 2.1), but for the port
 * of a native application's loopback address that is declared without one (RFC 8252 section 7.3).
 */
function isRegistered({ type, callbackUrls }: ManifestApplication, redirectUri: string): boolean {
  if (callbackUrls.includes(redirectUri)) return true;
  const declared = type === 'native' ? withoutPort(redirectUri) : undefined;
  return declared !== undefined && callbackUrls.includes(declared);
}

/** A redirect URI to a port of the loopback address, as declared; undefined if it is not one. */
function withoutPort(redirectUri: string): string | undefined {
  const [, address, port, rest = ''] = loopbackWithPort.exec(redirectUri) ?? [];
  return address === undefined || Number(port) > 65_535 ? undefined : address + rest;
}

/** Reads the text itself, since parsers take other spellings for the same address. */
const loopbackWithPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?].*)?$/s;
