import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { ClientRequest } from './client-request.ts';
import { findToken, type FoundToken } from './token/find-token.ts';
import { readRefreshToken } from './token/refresh-chain.ts';
import { endOfGrant, revokeGrant, type Revocation, type RevokedGrant } from './revoke-grant.ts';

/**
 * Revokes a token with its whole grant (RFC 7009 section 2). Returns undefined when the token is no longer valid, even
 * if it never was.
 */
export async function answerRevocation(request: ClientRequest): Promise<OAuthRefusal | undefined> {
  const { server, client, form, address } = request;
  const token = form.get('token');
  if (token === undefined) return { refused: 'token_missing' };
  const found = await findToken(server, token);
  if (!found) return announceAgain(server, token);
  const grant = grantOf(found);
  if (grant.clientId !== client.consumerKey) return { refused: 'token_of_another_client' };
  await revokeGrant(server, grant, { reason: 'asked_by_client', address, ...lastExpiryOf(found) });
  return undefined;
}

/**
 * Sends the revocation of a revoked grant again, since another gateway may have missed it. The grant is no longer found
 * by its refresh tokens, which the store has deleted.
 */
async function announceAgain(server: AuthorizationServer, token: string): Promise<undefined> {
  const id = readRefreshToken(token)?.grantId;
  if (id !== undefined && server.authorizationState.revocations.has(id))
    await server.store.revoke(id, endOfGrant(server));
}

function grantOf(found: FoundToken): RevokedGrant {
  return found.kind === 'refresh' ? found.grant : { ...found.claims, id: found.claims.grantId };
}

/** The expiry of the grant, if it consists of this access token only. */
function lastExpiryOf(found: FoundToken): Pick<Revocation, 'lastExpiry'> {
  if (found.kind === 'refresh' || found.claims.grantId !== found.claims.tokenId) return {};
  return { lastExpiry: found.claims.expiresAt };
}
