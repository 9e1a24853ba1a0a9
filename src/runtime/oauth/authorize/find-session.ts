import { openSession, type LoginSession } from '../../identity/login-session.ts';
import type { Client } from '../../token/clients.ts';
import { findHolder } from '../../token/standing.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { allowsProvider } from './ways-to-log-in.ts';
import type { Visit } from './visit.ts';

/** Who is logged in, where that is good for a client by what is declared now. */
export async function findSession(visit: Visit, client: Client): Promise<LoginSession | undefined> {
  const session = await openSession(visit.server.mint, visit.cookies.session ?? '');
  return session && isGoodFor(visit.server, client, session) ? session : undefined;
}

/** A session counts like a token that was issued at the login, and is revoked by its own identifier. */
function isGoodFor(
  { standing, identity }: AuthorizationServer,
  client: Client,
  session: LoginSession,
): boolean {
  const { id: grantId, subject, provider, authenticatedAt: issuedAt } = session;
  const { consumerKey: clientId, keySet } = client;
  const providers = [...identity.directories, ...identity.federations];
  if (!providers.some(({ name }) => name === provider)) return false;
  if (!allowsProvider(client.application, provider)) return false;
  return findHolder(standing, { clientId, keySet, subject, grantId, issuedAt }) !== undefined;
}
