import type { Clock } from '#runtime/ports/clock.ts';
import type { GrantId, Seconds, TokenStore } from '#runtime/ports/token-store.ts';
import { endOfUntilNow, nameBulkRevocation } from '#runtime/token/revocation/revocation-names.ts';
import type { Revocations } from '#runtime/token/revocation/revocations.ts';
import { maxGrantSeconds } from './revoke-grant.ts';

/** The owner of sessions, codes and tokens: one user or all users, at one client or all clients. */
export interface Holder {
  /** Absent for all users. */
  readonly subject?: string | undefined;
  /** The consumer key; absent for all clients. */
  readonly clientId?: string | undefined;
}

/** A store, with the revocations that this process has received from it. */
export interface FollowedStore {
  readonly store: TokenStore;
  readonly revocations: Revocations;
}

interface NamingUntilNow {
  readonly revocations: Pick<Revocations, 'latestBefore'>;
  readonly clock: Clock;
  readonly refreshLifetimeSeconds: Seconds;
}

export interface RevokingUntilNow extends NamingUntilNow {
  readonly store: Pick<TokenStore, 'revoke'>;
  /**
   * Called for each holder, even if the store failed (`isCertain` is false), since the revocation may have taken
   * effect.
   */
  readonly revoked: (holder: Holder, isCertain: boolean) => void;
}

/**
 * How far the time of a revocation may be ahead of the clock: more than clocks differ, but not much, since later logins
 * take that time instead of the current time.
 */
const maxAheadSeconds = 30;

/**
 * Revokes everything issued to the holders before now, even if no list of grants contains it. When this resolves, every
 * gateway has received it; later logins are not affected. Rejects with a StoreError.
 */
export async function revokeUntilNow(
  { store, revoked, ...naming }: RevokingUntilNow,
  holders: readonly Holder[],
): Promise<void> {
  for (const holder of holders) {
    const { id, until } = await nameUntilNow(naming, holder);
    try {
      await store.revoke(id, until);
    } catch (error) {
      revoked(holder, false);
      throw error;
    }
    revoked(holder, true);
  }
}

/**
 * The id and the end of a revocation of everything issued to a holder before now. An earlier revocation may have given
 * logins a time later than now; this revocation includes those logins. After many revocations in a row, this waits for
 * the clock, so that the times of logins are never far ahead.
 */
export async function nameUntilNow(
  { revocations, clock, refreshLifetimeSeconds }: NamingUntilNow,
  holder: Holder,
): Promise<{ readonly id: GrantId; readonly until: Seconds }> {
  const afterLogins = () => revocations.latestBefore(holder) + 1;
  const tooFar = () => afterLogins() - clock() / 1000 - maxAheadSeconds;
  // Checks again after waiting, since other revocations may have advanced the time, and a timer may fire a millisecond
  // early.
  while (tooFar() > 0) await new Promise((resume) => setTimeout(resume, tooFar() * 1000));
  const before = Math.max(endOfUntilNow(clock() / 1000), afterLogins());
  const retentionSeconds = Math.max(maxGrantSeconds, refreshLifetimeSeconds);
  return { id: nameBulkRevocation({ retentionSeconds, ...holder }), until: before + retentionSeconds };
}
