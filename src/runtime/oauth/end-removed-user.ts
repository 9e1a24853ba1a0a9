import { endOfSession } from '../identity/login-session.ts';
import { providerOf } from '../token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { Login } from './kept-login.ts';
import { revokeGrant } from './revoke-grant.ts';

/**
 * Ends every grant of a user who is no longer known where the user has logged in, and the sessions by which those and
 * the given login began. Rejects where the store cannot be reached.
 */
export async function endRemovedUser(
  server: AuthorizationServer,
  { id, subject, authenticatedAt }: Omit<Login, 'id'> & { readonly id?: string | undefined },
  address: string,
): Promise<void> {
  const { store, audit } = server;
  audit({ event: 'user_removed', user: subject, provider: providerOf(subject) ?? '', address });
  const sessions = new Map(id === undefined ? [] : [[id, endOfSession({ authenticatedAt })]]);
  for await (const { grant } of store.listGrants(subject)) {
    await revokeGrant(server, grant, { reason: 'user_removed', address });
    if (grant.loginId !== undefined) sessions.set(grant.loginId, endOfSession(grant));
  }
  for (const [session, end] of sessions) await store.revoke(session, end);
}
