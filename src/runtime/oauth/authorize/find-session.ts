import { openSession, type LoginSession } from '../../identity/login-session.ts';
import type { Client } from '../../token/clients.ts';
import { allowsProvider, findHolder } from '../../token/standing.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { Visit } from './visit.ts';

/** Who is logged in, where that is good for a client by what is declared now. */
export async function findSession(visit: Visit, client: Client): Promise<LoginSession | undefined> {
  const session = await openSession(visit.server.mint, visit.cookies.session ?? '');
  return session && isGoodFor(visit.server, client, session) ? session : undefined;
}

/** A session counts like a token that was issued at the login, and is revoked by its own identifier. */
function isGoodFor({ standing }: AuthorizationServer, client: Client, session: LoginSession): boolean {
  const { id: grantId, subject, provider, authenticatedAt: issuedAt } = session;
  const { application, consumerKey: clientId, keySet } = client;
  const held = { clientId, keySet, subject, grantId, issuedAt };
  return allowsProvider(application, provider) && findHolder(standing, held) !== undefined;
}
