import type { KeySetName, ManifestUser } from '../../compiled/manifest.ts';
import type { GrantId, Seconds } from '../ports/token-store.ts';
import { declaredUserOf } from './claims.ts';
import type { Client, Clients } from './clients.ts';
import type { Revocations } from './revocations.ts';

/** What decides whether something that was granted still holds: what is declared now, and what is revoked. */
export interface Standing {
  readonly clients: Clients;
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
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
  return isUserGood(standing, held) ? client : undefined;
}

function isUserGood({ users }: Standing, { subject, issuedAt }: Held): boolean {
  const name = declaredUserOf(subject);
  if (name === undefined) return true;
  const user = users.get(name);
  return user?.state === 'active' && issuedAt >= (user.tokensNotBefore ?? 0);
}

/** The declared users by name. */
export function indexUsers(users: readonly ManifestUser[]): ReadonlyMap<string, ManifestUser> {
  return new Map(users.map((user) => [user.name, user]));
}
