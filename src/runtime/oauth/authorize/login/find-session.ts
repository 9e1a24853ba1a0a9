import { openSession, type LoginSession } from '#runtime/identity/login-session.ts';
import type { StoreSession } from '#runtime/identity/store-sign-in.ts';
import type { Client } from '#runtime/token/clients.ts';
import { findAuthorizedClient, isLoginValid } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import { confirmLogin } from '../../confirm-login.ts';
import type { Visit } from './visit.ts';

/**
 * The current session; undefined if it is no longer valid by the current declarations, for the client (if given), or by
 * the directory or provider of the user. Rejects if the store cannot be reached.
 */
export async function findSession(visit: Visit, client?: Client): Promise<LoginSession | undefined> {
  const { server, address } = visit;
  const session = await openSession(server.mint, visit.cookies.session ?? '');
  return session && (await isSessionValid(server, session, address, client)) ? session : undefined;
}

/** Whether a session is valid, by the same criteria as `findSession`. Rejects if the store cannot be reached. */
export async function isSessionValid(
  server: AuthorizationServer,
  session: StoreSession,
  address: string,
  client?: Client,
): Promise<boolean> {
  if (!isValidFor(server, client, session)) return false;
  const verdict = await confirmLogin(server, session, address);
  // The session may have been revoked while the provider was queried.
  return verdict === 'confirmed' && isValidFor(server, client, session);
}

/** Treats a session like a token that was issued at login and can be revoked by the session's id. */
function isValidFor(
  { authorizationState }: AuthorizationServer,
  client: Client | undefined,
  session: StoreSession,
): boolean {
  const { id: loginId, subject, userBinding, provider, authenticatedAt: issuedAt } = session;
  const credential = { subject, provider, grantId: loginId, loginId, userBinding, issuedAt };
  if (!client) return isLoginValid(authorizationState, credential);
  const { consumerKey: clientId, keySet } = client;
  return findAuthorizedClient(authorizationState, { ...credential, clientId, keySet }) !== undefined;
}
