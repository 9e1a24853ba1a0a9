import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';
import type { Seconds, TokenStore } from '../ports/token-store.ts';
import { nameBulkRevocation } from '../token/revocation-names.ts';
import { endOfGrant } from './revoke-grant.ts';

/** Whose sessions, codes and tokens are meant: of one user or all, by one client or all. */
export interface Holder {
  /** Absent for all users. */
  readonly subject?: string | undefined;
  /** The consumer key; absent for all clients. */
  readonly clientId?: string | undefined;
}

export interface RevokingUntilNow {
  readonly store: Pick<TokenStore, 'revoke'>;
  readonly clock: Clock;
  readonly refreshLifetimeSeconds: Seconds;
}

/**
 * Revokes everything that was issued until now to some holders, also what no list of grants has. Every gateway knows when
 * this resolves. It resolves in the next second, since tokens tell their age in whole seconds: who logs in after that is
 * not affected. Rejects with a StoreError.
 */
export async function revokeUntilNow(
  { store, clock, refreshLifetimeSeconds }: RevokingUntilNow,
  holders: readonly Holder[],
  revoked: (holder: Holder) => void,
): Promise<void> {
  const before = Math.floor(clock() / 1000) + 1;
  // From then on nothing is good that was issued until now.
  const end = Math.max(endOfGrant({ mint: { clock } }), before + refreshLifetimeSeconds);
  for (const holder of holders) {
    await store.revoke(nameBulkRevocation({ before, ...holder }), end);
    revoked(holder);
  }
  await setTimeout(Math.max(0, before * 1000 - clock()));
}
