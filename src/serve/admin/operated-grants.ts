import type { KeySetName, Manifest } from '#compiled/manifest.ts';
import { endOfGrant } from '#runtime/oauth/revoke-grant.ts';
import { revokeUntilNow, type FollowedStore, type Holder } from '#runtime/oauth/revoke-until-now.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ListedGrant, Seconds } from '#runtime/ports/token-store.ts';

/** Selects the grants that match every given field. */
export interface GrantFilter {
  readonly id?: string;
  /** The user as tokens name it, without `user:`. */
  readonly user?: string;
  /** The name of the application. */
  readonly application?: string;
}

/** A grant as operators see it; dates are ISO 8601 in UTC. Nothing in it is secret. */
export interface ShownGrant {
  readonly id: string;
  readonly user: string;
  /** The application that has the consumer key now; null if none has. */
  readonly application: string | null;
  readonly consumerKey: string;
  readonly keySet: KeySetName;
  readonly scopes: readonly string[];
  /** When the user logged in to create the grant. */
  readonly since: string;
  /** When the newest refresh token of the grant was issued; null if unknown. */
  readonly lastUsed: string | null;
  /** When the grant ends, unless it is refreshed before. */
  readonly ends: string;
}

/** The services for listing and ending grants. */
export interface GrantOperations {
  readonly openStore: () => Promise<FollowedStore>;
  readonly manifest: () => Manifest | undefined;
  readonly clock: Clock;
  readonly audit: WriteAudit;
}

/** How many grants are revoked concurrently. Each revocation waits for every gateway that shares the store. */
const revokedAtOnce = 50;

/** Returns the grants that can still be refreshed, oldest login first. Rejects with a StoreError. */
export async function listGrants(operations: GrantOperations, filter: GrantFilter): Promise<ShownGrant[]> {
  const names = nameClients(operations);
  return (await findGrants(operations, filter)).map((listed) => showGrant(listed, names));
}

/**
 * Revokes the matching grants with their tokens, and returns them. Without an id, it also ends the sessions and the
 * tokens without a grant that were issued until now to the same users and applications. When it resolves, every gateway
 * knows of the revocations. Rejects with a StoreError.
 */
export async function revokeGrants(operations: GrantOperations, filter: GrantFilter): Promise<ShownGrant[]> {
  const names = nameClients(operations);
  if (filter.id === undefined) await revokeWhatIsUnlisted(operations, filter);
  const found = await findGrants(operations, filter);
  for (let start = 0; start < found.length; start += revokedAtOnce) {
    const page = found.slice(start, start + revokedAtOnce);
    await Promise.all(page.map((listed) => revoke(operations, listed)));
  }
  return found.map((listed) => showGrant(listed, names));
}

async function findGrants(operations: GrantOperations, filter: GrantFilter): Promise<ListedGrant[]> {
  const { id, user, application } = filter;
  const names = nameClients(operations);
  const found: ListedGrant[] = [];
  const { store } = await operations.openStore();
  for await (const listed of store.listGrants(user === undefined ? undefined : `user:${user}`)) {
    const { grant } = listed;
    const isMeant = application === undefined || names.get(grant.clientId) === application;
    if (isMeant && (id === undefined || grant.id === id)) found.push(listed);
  }
  return found.toSorted((a, b) => a.grant.authenticatedAt - b.grant.authenticatedAt);
}

/** Whether a served application of this name has keys, so that its grants can be revoked. */
export function knowsApplication(operations: GrantOperations, name: string): boolean {
  return [...nameClients(operations).values()].includes(name);
}

/**
 * Revokes the sessions and the tokens that have no grant. Runs before grants are listed, so that nothing issued until
 * now turns into a grant in between.
 */
async function revokeWhatIsUnlisted(operations: GrantOperations, filter: GrantFilter): Promise<void> {
  const { openStore, manifest, clock, audit } = operations;
  const { refreshLifetimeSeconds = 0 } = manifest()?.gateway.token ?? {};
  const subject = filter.user === undefined ? undefined : `user:${filter.user}`;
  const holders = clientsOf(operations, filter).map((clientId) => ({ subject, clientId }));
  const revoked = (holder: Holder, isCertain: boolean) =>
    audit({
      event: 'grants_revoked',
      reason: isCertain ? 'asked_by_operator' : 'asked_by_operator_unconfirmed',
      ...holder,
    });
  await revokeUntilNow({ ...(await openStore()), clock, refreshLifetimeSeconds, revoked }, holders);
}

/** The consumer keys that the filter selects; `[undefined]` stands for all of them. */
function clientsOf(operations: GrantOperations, { application }: GrantFilter): (string | undefined)[] {
  if (application === undefined) return [undefined];
  return [...nameClients(operations)].flatMap(([key, name]) => (name === application ? [key] : []));
}

async function revoke({ openStore, clock, audit }: GrantOperations, { grant }: ListedGrant): Promise<void> {
  const { id, clientId, subject, scopes } = grant;
  const { store } = await openStore();
  const note = (reason: string) =>
    audit({ event: 'token_revoked', reason, clientId, subject, scopes, grantId: id });
  try {
    await store.revoke(id, endOfGrant({ mint: { clock } }));
  } catch (error) {
    // The revocation may have taken effect, and a second attempt would no longer find the grant.
    note('asked_by_operator_unconfirmed');
    throw error;
  }
  note('asked_by_operator');
}

/** Application names by consumer key. */
function nameClients({ manifest }: GrantOperations): ReadonlyMap<string, string> {
  const applications = manifest()?.applications ?? [];
  return new Map(
    applications.flatMap(({ name, keySets }) =>
      keySets.map(({ consumerKey }) => [consumerKey, name] as const),
    ),
  );
}

function showGrant(
  { grant, lastUsedAt, idleUntil, endsAt }: ListedGrant,
  names: ReadonlyMap<string, string>,
): ShownGrant {
  return {
    id: grant.id,
    user: grant.subject.replace(/^user:/, ''),
    application: names.get(grant.clientId) ?? null,
    consumerKey: grant.clientId,
    keySet: grant.keySet,
    scopes: grant.scopes,
    since: toDate(grant.authenticatedAt),
    lastUsed: lastUsedAt === undefined ? null : toDate(lastUsedAt),
    ends: toDate(Math.min(idleUntil, endsAt)),
  };
}

function toDate(seconds: Seconds): string {
  return new Date(seconds * 1000).toISOString();
}
