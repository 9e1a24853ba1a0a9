import type { StoredGrant } from '#runtime/ports/token-store.ts';
import { providerOf } from '#runtime/token/claims.ts';
import type { Client } from '#runtime/token/clients.ts';
import { findAuthorizedClient } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/**
 * Whether a client may still get tokens of a grant: the grant belongs to the client and is not revoked, and its user
 * may still log in.
 */
export function isStillGranted(
  { authorizationState }: Pick<AuthorizationServer, 'authorizationState'>,
  client: Client,
  grant: StoredGrant,
): boolean {
  const holder = findAuthorizedClient(authorizationState, {
    ...grant,
    grantId: grant.id,
    issuedAt: grant.authenticatedAt,
  });
  return holder?.consumerKey === client.consumerKey && providerOf(grant.subject) !== undefined;
}
