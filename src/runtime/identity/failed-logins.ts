import { createHash } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import { addressBlock } from './address-block.ts';
import { FailureCount } from './failure-count.ts';
import { foldUsername } from './fold-username.ts';
import { RecentSet } from './recent-set.ts';

/** Somebody's try to log in. */
export interface LoginSource {
  /** As typed. */
  readonly username: string;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** The name of the application whose server sends the request for its user; absent where a browser does. */
  readonly application?: string;
}

/** What a login was counted under until its end. It is plain data, so that it can go from thread to thread. */
export interface CountedLogin {
  readonly userAtAddress: string;
  readonly address: string;
  /** Absent where the user has logged in at the address before. */
  readonly user?: string;
}

/** Limits failed logins, wherever they are counted. */
export interface LoginLimits {
  /** Counts a login as failed, and lets it be tried; undefined where too many have failed. */
  begin(login: LoginSource): CountedLogin | undefined | Promise<CountedLogin | undefined>;
  /** Takes it back: the password was right, or nobody could say whether it was. */
  takeBack(login: CountedLogin, outcome: 'succeeded' | 'unanswered'): void;
  /** How long a login is not admitted, in whole seconds: when the last of the pauses that it meets ends; 1 at least. */
  secondsToWait(login: LoginSource): number | Promise<number>;
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
 * At the address of an application's server those of each application count apart, since all of its users have that
 * address. It outlives generations, keeps no name that was typed, and is bounded in size.
 */
export class FailedLogins implements LoginLimits {
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

  begin(login: LoginSource): CountedLogin | undefined {
    const counted = this.#describe(login);
    const counts = this.#countsOf(counted);
    if (counts.some(([count, key]) => count.isPaused(key))) return undefined;
    // What is under way counts as failed, so that nobody gains by trying many at once.
    for (const [count, key] of counts) count.add(key);
    return counted;
  }

  takeBack(login: CountedLogin, outcome: 'succeeded' | 'unanswered'): void {
    for (const [count, key] of this.#countsOf(login)) count.takeBack(key);
    if (outcome === 'unanswered') return;
    this.#usersAtAddresses.forget(login.userAtAddress);
    this.#familiar.add(login.userAtAddress);
  }

  #describe({ username, address, application }: LoginSource): CountedLogin {
    const name = foldUsername(username);
    const place = [addressBlock(address), ...(application === undefined ? [] : [application])];
    const userAtAddress = keyOf(name, ...place);
    const isFamiliar = this.#familiar.has(userAtAddress);
    return {
      userAtAddress,
      // Apart, so that nobody keeps out whoever shares the address and has logged in there.
      address: keyOf(...place, isFamiliar ? 'familiar' : 'others'),
      ...(!isFamiliar && { user: keyOf(name) }),
    };
  }

  secondsToWait(login: LoginSource): number {
    const counts = this.#countsOf(this.#describe(login));
    const waitMs = Math.max(...counts.map(([count, key]) => count.waitMs(key)));
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  #countsOf({ userAtAddress, address, user }: CountedLogin): readonly (readonly [FailureCount, string])[] {
    return [
      [this.#usersAtAddresses, userAtAddress],
      [this.#addresses, address],
      ...(user === undefined ? [] : [[this.#users, user] as const]),
    ];
  }
}

/** A digest, since what was typed as a name may be a password. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
