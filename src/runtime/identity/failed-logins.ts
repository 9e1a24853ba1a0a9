import { createHash } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import { addressBlock } from './address-block.ts';
import { FailureCount } from './failure-count.ts';
import { foldUsername } from './fold-username.ts';
import { RecentSet } from './recent-set.ts';

/** A login that is under way; it counts as failed until one of these is called. */
export interface LoginAttempt {
  /** The password was right. */
  succeeded(): void;
  /** Nobody could say whether the password was right. */
  unanswered(): void;
}

const minute = 60_000;

const limits = {
  userAtAddress: {
    free: 5,
    firstPauseMs: minute,
    longestPauseMs: 15 * minute,
    forgottenAfterMs: 15 * minute,
  },
  address: { free: 50, firstPauseMs: minute, longestPauseMs: 15 * minute, forgottenAfterMs: 15 * minute },
  // Guesses that come from everywhere are slowed. At an address without a login before, the user is slowed with them.
  user: { free: 20, firstPauseMs: 1000, longestPauseMs: minute / 2, forgottenAfterMs: 60 * minute },
} as const;

/** How many users are remembered at the addresses from which they have logged in. */
const mostFamiliar = 20_000;

/**
 * Limits failed logins by user and address, by address, and a little by user; unknown names count as known ones do.
 * It outlives generations, keeps no name that was typed, and is bounded in size.
 */
export class FailedLogins {
  readonly #usersAtAddresses: FailureCount;
  readonly #addresses: FailureCount;
  readonly #users: FailureCount;
  /** Users at addresses from which they have logged in: guesses from elsewhere do not slow them. */
  readonly #familiar = new RecentSet(mostFamiliar);

  constructor(clock: Clock) {
    this.#usersAtAddresses = new FailureCount(limits.userAtAddress, clock);
    this.#addresses = new FailureCount(limits.address, clock);
    this.#users = new FailureCount(limits.user, clock);
  }

  /** Lets a login be tried, or not: undefined where too many have failed. */
  admit(username: string, address: string): LoginAttempt | undefined {
    const [name, block] = [foldUsername(username), addressBlock(address)];
    const isFamiliar = this.#familiar.has(keyOf(name, block));
    const counted: readonly (readonly [FailureCount, string])[] = [
      [this.#usersAtAddresses, keyOf(name, block)],
      // Apart, so that nobody keeps out whoever shares the address and has logged in there.
      [this.#addresses, keyOf(block, isFamiliar ? 'familiar' : 'others')],
      ...(isFamiliar ? [] : [[this.#users, keyOf(name)] as const]),
    ];
    if (counted.some(([count, key]) => count.isPaused(key))) return undefined;
    // What is under way counts as failed, so that nobody gains by trying many at once.
    for (const [count, key] of counted) count.add(key);
    const takeBack = () => counted.forEach(([count, key]) => count.takeBack(key));
    return {
      unanswered: takeBack,
      succeeded: () => {
        takeBack();
        this.#usersAtAddresses.forget(keyOf(name, block));
        this.#familiar.add(keyOf(name, block));
      },
    };
  }
}

/** A digest, since what was typed as a name may be a password. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
