import type { GrantId, Seconds } from '../ports/token-store.ts';

/**
 * Ends what users were granted before a time: one user or all of them, by one client or all of them. What a client has
 * for itself stays.
 */
export interface BulkRevocation {
  readonly before: Seconds;
  /** Absent for all users. */
  readonly subject?: string | undefined;
  /** The consumer key; absent for all clients. */
  readonly clientId?: string | undefined;
}

const bulkPrefix = 'granted-before';

/**
 * By what a store keeps that a whole login is over: its session, its codes, its grants and all of their tokens. The id of
 * the login alone stands for its session, which a logout ends while grants stay.
 */
export function nameWholeLogin(loginId: string): GrantId {
  return `login:${loginId}`;
}

/** By what a store keeps a bulk revocation; no grant has such an id. */
export function nameBulkRevocation({ before, subject = '', clientId = '' }: BulkRevocation): GrantId {
  return [bulkPrefix, before, encodeURIComponent(clientId), encodeURIComponent(subject)].join(':');
}

/** Undefined where the id is of anything else. */
export function readBulkRevocation(id: GrantId): BulkRevocation | undefined {
  const [prefix, before, clientId = '', subject = ''] = id.split(':');
  if (prefix !== bulkPrefix) return undefined;
  return {
    before: Number(before),
    ...(subject !== '' && { subject: decodeURIComponent(subject) }),
    ...(clientId !== '' && { clientId: decodeURIComponent(clientId) }),
  };
}
