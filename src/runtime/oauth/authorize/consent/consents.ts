import type { LoginSession } from '#runtime/identity/login-session.ts';
import { digestOf } from '#compiled/digest.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';

/** The key of a remembered consent: a digest of the client, the scopes, the redirect URI and the response type. */
export function nameConsent(request: AuthorizationRequest): string {
  const { client, responseType, redirectUri, scopes } = request;
  const content = JSON.stringify([client.consumerKey, responseType.name, redirectUri, scopes]);
  return nameClient(client.consumerKey) + digestOf(content).slice('sha256:'.length, -32);
}

/** The consents, without those for the given clients. */
export function consentsWithout(
  consents: readonly string[],
  consumerKeys: readonly string[],
): readonly string[] {
  const names = consumerKeys.map(nameClient);
  return consents.filter((consent) => !names.some((name) => consent.startsWith(name)));
}

/**
 * Short, since many must fit into a cookie. If two clients get the same name, revoking the consents of one client also
 * drops the consents of the other.
 */
function nameClient(consumerKey: string): string {
  return digestOf(consumerKey).slice(-8);
}

/** Whether the user has consented to this request before, and only the application can receive the response. */
export function isConsented(request: AuthorizationRequest, { consents }: LoginSession): boolean {
  return isProvenByAddress(request) && consents.includes(nameConsent(request));
}

/**
 * Whether only the application can receive the response. Any program can listen on an address of the user's own machine
 * (RFC 6749 section 10.2), and can send the request of a native application (RFC 8252 section 8.6).
 */
function isProvenByAddress({ redirectUri, application }: AuthorizationRequest): boolean {
  return application.type !== 'native' && redirectUri.startsWith('https:');
}
