import type { LoginSession } from '../../identity/login-session.ts';
import { digestOf } from '../../../compiled/digest.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** What a consent to a request is remembered by: who asks, for what, and where and in which way it is answered. */
export function nameConsent(request: AuthorizationRequest): string {
  const { client, responseType, redirectUri, scopes } = request;
  const asked = JSON.stringify([client.consumerKey, responseType.name, redirectUri, scopes]);
  return digestOf(asked).slice('sha256:'.length, -32);
}

/**
 * Whether the user has consented before, and nobody else can be asking: behind an address of the user's own machine
 * may stand any program (RFC 6749 section 10.2).
 */
export function isConsented(request: AuthorizationRequest, { consents }: LoginSession): boolean {
  return request.redirectUri.startsWith('https:') && consents.includes(nameConsent(request));
}
