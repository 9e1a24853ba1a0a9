import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';

/**
 * Revokes the grants of users from before a time: one user or all of them, by one client or all of them. A client's
 * grants for itself stay. A store keeps the revocation for `retentionSeconds` after that time, so that its end
 * determines the time: a later revocation replaces the earlier one, and a store never has more than one of a kind for
 * each holder.
 */
export interface BulkRevocation {
  readonly retentionSeconds: Seconds;
  /** Absent for all users. */
  readonly subject?: string | undefined;
  /** The consumer key; absent for all clients. */
  readonly clientId?: string | undefined;
}

/**
 * How much the clocks of gateways may differ: a credential that was issued before now may have a time that is this
 * much later. Whoever logs in after the revocation gets a time that is not before it (`Revocations.grantedBefore`).
 */
const clockDifferenceSeconds = 10;

/** The time before which everything is revoked that has been issued so far, in whole seconds. */
export function endOfUntilNow(now: Seconds): Seconds {
  return Math.floor(now) + 1 + clockDifferenceSeconds;
}

const bulkPrefix = 'granted-before';

/**
 * The id under which a store keeps the end of a whole login: its session, its codes, its grants and all of their
 * tokens. The id of the login itself is that of its session, which a logout ends while grants remain.
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

/** Undefined if the id names something else. */
export function readBulkRevocation(id: GrantId): BulkRevocation | undefined {
  const [prefix, retentionSeconds, clientId = '', subject = ''] = id.split(':');
  if (prefix !== bulkPrefix) return undefined;
  return {
    retentionSeconds: Number(retentionSeconds),
    ...(subject !== '' && { subject: decodeURIComponent(subject) }),
    ...(clientId !== '' && { clientId: decodeURIComponent(clientId) }),
  };
}
