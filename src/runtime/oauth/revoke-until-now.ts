import type { Clock } from '../ports/clock.ts';
import type { Seconds, TokenStore } from '../ports/token-store.ts';
import { endOfUntilNow, nameBulkRevocation } from '../token/revocation/revocation-names.ts';
import { maxGrantSeconds } from './revoke-grant.ts';

/** The owner of sessions, codes and tokens: one user or all, by one client or all. */
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
  /** Receives each holder, also if the store failed, but may have done it. */
  readonly revoked: (holder: Holder, isCertain: boolean) => void;
}

/**
 * Revokes everything issued to some holders until now, even if no list of grants contains it. Every gateway knows when
 * this resolves: who logs in after that is not affected. Rejects with a StoreError.
 */
export async function revokeUntilNow(
  { store, clock, refreshLifetimeSeconds, revoked }: RevokingUntilNow,
  holders: readonly Holder[],
): Promise<void> {
  const before = endOfUntilNow(clock() / 1000);
  const keptSeconds = Math.max(maxGrantSeconds, refreshLifetimeSeconds);
  for (const holder of holders) {
    try {
      await store.revoke(nameBulkRevocation({ keptSeconds, ...holder }), before + keptSeconds);
    } catch (error) {
      revoked(holder, false);
      throw error;
    }
    revoked(holder, true);
  }
}
