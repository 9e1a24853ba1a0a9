import { providerOf } from '../token/claims.ts';
import { nameBulkRevocation, nameWholeLogin } from '../token/revocation-names.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { endOfLogin, type Login } from './kept-login.ts';
import { revokeGrant } from './revoke-grant.ts';

/**
 * Ends a login that a provider has ended: its session, its codes, its grants and all of their tokens. Other logins of the
 * same person stay. No gateway takes it for good from the beginning on; rejects where the store cannot be reached.
 */
export async function endLogin(server: AuthorizationServer, login: Login, address: string): Promise<void> {
  const { store, audit, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfLogin(server, login));
  audit({ event: 'login_ended', user: subject, provider: providerOf(subject) ?? '', address });
  for await (const { grant } of store.listGrants(subject))
    if (grant.loginId === id) await revokeGrant(server, grant, { reason: 'login_ended', address });
}

/**
 * Ends all that a user was granted who is no longer known where the user has logged in: every session, code, grant and
 * token. No gateway takes any of it for good from the beginning on; rejects where the store cannot be reached.
 */
export async function endRemovedUser(
  server: AuthorizationServer,
  login: Login,
  address: string,
): Promise<void> {
  const { store, audit, mint, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfLogin(server, login));
  const authenticatedAt = Math.floor(mint.clock() / 1000);
  const everything = nameBulkRevocation({ before: authenticatedAt + 1, subject });
  await pendingRevocations.revoke(everything, endOfLogin(server, { authenticatedAt }));
  audit({ event: 'user_removed', user: subject, provider: providerOf(subject) ?? '', address });
  for await (const { grant } of store.listGrants(subject))
    await revokeGrant(server, grant, { reason: 'user_removed', address });
}
