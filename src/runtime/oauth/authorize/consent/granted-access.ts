import type { ManifestApplication } from '#compiled/manifest.ts';
import type { ListedGrant, Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import { isStillGranted } from '../../token/is-still-granted.ts';

/** A user's grants to an application, from any number of logins. */
export interface GrantedAccess {
  readonly application: ManifestApplication;
  /** Sorted. */
  readonly scopes: readonly string[];
  /** Whether every grant is for the sandbox key set. */
  readonly isSandbox: boolean;
  readonly since: Seconds;
  /** Undefined if unknown. */
  readonly lastUsedAt: Seconds | undefined;
}

interface HeldGrant {
  readonly client: Client;
  readonly listed: ListedGrant;
}

/** A user's valid grants per application, sorted by name. Rejects with a StoreError. */
export async function listAccess(
  server: AuthorizationServer,
  subject: string,
): Promise<readonly GrantedAccess[]> {
  const held: HeldGrant[] = [];
  for await (const listed of server.store.listGrants(subject)) {
    const client = server.authorizationState.clients.get(listed.grant.clientId);
    if (client && isStillGranted(server, client, listed.grant)) held.push({ client, listed });
  }
  return [...Map.groupBy(held, ({ client }) => client.application)]
    .map(([application, grants]) => summarize(application, grants))
    .toSorted((a, b) => a.application.name.localeCompare(b.application.name, 'en'));
}

function summarize(application: ManifestApplication, held: readonly HeldGrant[]): GrantedAccess {
  const grants = held.map(({ listed }) => listed.grant);
  const uses = held.flatMap(({ listed: { lastUsedAt } }) => lastUsedAt ?? []);
  return {
    application,
    scopes: [...new Set(grants.flatMap(({ scopes }) => scopes))].toSorted(),
    isSandbox: grants.every(({ keySet }) => keySet === 'sandbox'),
    since: earliest(grants.map(({ authenticatedAt }) => authenticatedAt)),
    lastUsedAt: uses.length === 0 ? undefined : uses.reduce((a, b) => Math.max(a, b)),
  };
}

function earliest(times: readonly Seconds[]): Seconds {
  return times.reduce((a, b) => Math.min(a, b));
}
