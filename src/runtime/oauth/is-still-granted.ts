import type { StoredGrant } from '../ports/token-store.ts';
import { providerOf } from '../token/claims.ts';
import type { Client } from '../token/clients.ts';
import { findHolder } from '../token/standing.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** Whether a client may still get tokens of a grant: it is its own, not revoked, and its user could log in today. */
export function isStillGranted(server: AuthorizationServer, client: Client, grant: StoredGrant): boolean {
  const held = { ...grant, grantId: grant.id, issuedAt: grant.authenticatedAt };
  const holder = findHolder(server.standing, held);
  return holder?.consumerKey === client.consumerKey && isProviderGood(server, client, grant.subject);
}

/** The identity provider of the user is declared, and one of those that the application takes users from. */
function isProviderGood(
  { identity }: AuthorizationServer,
  { application }: Client,
  subject: string,
): boolean {
  const provider = providerOf(subject);
  if (provider === undefined) return false;
  const known = [...identity.directories, ...identity.federations].map(({ name }) => name);
  if (provider !== 'users' && !known.includes(provider)) return false;
  return application.identityProviders?.includes(provider) ?? true;
}
