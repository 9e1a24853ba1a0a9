import type { KeySetName, ManifestUser } from '../../compiled/manifest.ts';
import type { GrantId, Seconds } from '../ports/token-store.ts';
import { declaredUserOf, providerOf } from './claims.ts';
import type { Client, Clients } from './clients.ts';
import type { Revocations } from './revocations.ts';

/** What decides whether something that was granted still holds: what is declared now, and what is revoked. */
export interface Standing {
  /** Another one in each generation, by which what was found in it is known again: that keeps alive nothing of it. */
  readonly mark: symbol;
  readonly clients: Clients;
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  /** The names of the declared identity providers. */
  readonly providers: ReadonlySet<string>;
  readonly revocations: Revocations;
  /** Of the whole gateway. */
  readonly tokensNotBefore?: number;
}

/** A token, or what stands behind a refresh token. */
export interface Held {
  readonly clientId: string;
  readonly keySet: KeySetName;
  readonly subject: string;
  readonly grantId: GrantId;
  /** When it was issued. */
  readonly issuedAt: Seconds;
}

/** The client that a token is still good for: its key set is declared, its user too, and nothing revokes it. */
export function findHolder(standing: Standing, held: Held): Client | undefined {
  const client = standing.clients.get(held.clientId);
  if (!client || client.keySet !== held.keySet || standing.revocations.has(held.grantId)) return undefined;
  const { tokensNotBefore: notBefore = 0 } = standing;
  if (held.issuedAt < Math.max(notBefore, client.application.tokensNotBefore ?? 0)) return undefined;
  const isSubjectGood = declaredUserOf(held.subject) === undefined ? isProviderGood : isUserGood;
  return isSubjectGood(standing, held, client) ? client : undefined;
}

function isUserGood({ users }: Standing, { subject, issuedAt }: Held): boolean {
  const user = users.get(declaredUserOf(subject) ?? '');
  return user?.state === 'active' && issuedAt >= (user.tokensNotBefore ?? 0);
}

/** Who is known to a provider is so no longer than that is declared, and the application takes users from it. */
function isProviderGood({ providers }: Standing, { subject }: Held, { application }: Client): boolean {
  const provider = providerOf(subject);
  return provider === undefined || (providers.has(provider) && allowsProvider(application, provider));
}

/** Whether users whom a provider knows, or `users` for the declared ones, may log in to an application. */
export function allowsProvider({ identityProviders }: Client['application'], provider: string): boolean {
  return identityProviders?.includes(provider) ?? true;
}

/** The declared users by name. */
export function indexUsers(users: readonly ManifestUser[]): ReadonlyMap<string, ManifestUser> {
  return new Map(users.map((user) => [user.name, user]));
}
