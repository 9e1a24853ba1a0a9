import type { Seconds } from '../ports/token-store.ts';
import { providerOf } from '../token/claims.ts';
import { nameBulkRevocation, nameWholeLogin } from '../token/revocation/revocation-names.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { endOfLogin, type Login } from './kept-login.ts';
import { endOfGrant, longestGrantSeconds, revokeGrant } from './revoke-grant.ts';

/**
 * Ends a login that a provider has ended: its session, its codes, its grants and all of their tokens. Other logins of the
 * same person stay. No gateway takes it for good from the beginning on; rejects where the store cannot be reached.
 */
export async function endLogin(server: AuthorizationServer, login: Login, address: string): Promise<void> {
  const { store, audit, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfTokens(server, login));
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
  const { store, audit, mint, settings, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfTokens(server, login));
  const before = Math.floor(mint.clock() / 1000) + 1;
  const keptSeconds = Math.max(longestGrantSeconds, settings.token.refreshLifetimeSeconds);
  const everything = nameBulkRevocation({ keptSeconds, subject });
  await pendingRevocations.revoke(everything, before + keptSeconds);
  audit({ event: 'user_removed', user: subject, provider: providerOf(subject) ?? '', address });
  for await (const { grant } of store.listGrants(subject))
    await revokeGrant(server, grant, { reason: 'user_removed', address });
}

/** A token of the login may be good for longer than its session and its refresh tokens. */
function endOfTokens(server: AuthorizationServer, login: Login): Seconds {
  return Math.max(endOfGrant(server), endOfLogin(server, login));
}
