import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';

/**
 * Revokes the grants that users were given before a time: one user or all users, by one client or all clients. The
 * grants of a client for itself stay. A store keeps the revocation for `retentionSeconds` after that time, so that the
 * end of the entry determines the time. A later revocation replaces the earlier one, so that a store never has more
 * than one for the same holder and retention.
 */
export interface BulkRevocation {
  readonly retentionSeconds: Seconds;
  /** Absent for all users. */
  readonly subject?: string | undefined;
  /** The consumer key; absent for all clients. */
  readonly clientId?: string | undefined;
}

/**
 * The maximum difference between the clocks of gateways: a credential that was issued before now may have a time that
 * is this much later. A login after the revocation gets a time that is not before it (`Revocations.grantedBefore`).
 */
const clockDifferenceSeconds = 10;

/** The time for a revocation of everything that has been issued so far, in whole seconds. */
export function endOfUntilNow(now: Seconds): Seconds {
  return Math.floor(now) + 1 + clockDifferenceSeconds;
}

const bulkPrefix = 'granted-before';

/**
 * The id under which a store saves the revocation of a whole login: its session, its codes, its grants and all of their
 * tokens. The id of the login itself identifies its session, which a logout ends while grants remain.
 */
export function nameWholeLogin(loginId: string): GrantId {
  return `login:${loginId}`;
}

/** The key of a bulk revocation in a store; no grant has such an id. */
export function nameBulkRevocation({
  retentionSeconds,
  subject = '',
  clientId = '',
}: BulkRevocation): GrantId {
  return [bulkPrefix, retentionSeconds, encodeURIComponent(clientId), encodeURIComponent(subject)].join(':');
}

/** Parses the key of a bulk revocation; undefined for any other id. */
export function readBulkRevocation(id: GrantId): BulkRevocation | undefined {
  const [prefix, retentionSeconds, clientId = '', subject = ''] = id.split(':');
  if (prefix !== bulkPrefix) return undefined;
  return {
    retentionSeconds: Number(retentionSeconds),
    ...(subject !== '' && { subject: decodeURIComponent(subject) }),
    ...(clientId !== '' && { clientId: decodeURIComponent(clientId) }),
  };
}
