import type { Clock } from '../ports/clock.ts';
import { FailureCount } from './failure-count.ts';
import {
  describeLogin,
  loginLimits,
  secondsOfPause,
  userAtAddressOf,
  type CountedLogin,
  type LoginSource,
} from './login-keys.ts';
import { RecentSet } from './recent-set.ts';

/** Limits failed logins, wherever they are counted. */
export interface LoginLimits {
  /** Counts a login as failed, and lets it be tried; undefined if too many have failed. */
  begin(login: LoginSource): CountedLogin | undefined | Promise<CountedLogin | undefined>;
  /** Takes it back: the password was right, or nobody could say whether it was. */
  takeBack(login: CountedLogin, outcome: 'succeeded' | 'unanswered'): void;
  /** How long a login is not allowed, in whole seconds: when the last of the pauses that it meets ends; 1 at least. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

/** How many users are remembered at the addresses from which they have logged in. */
const maxFamiliar = 20_000;

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
  readonly #familiar = new RecentSet(maxFamiliar);

  constructor(clock: Clock) {
    this.#usersAtAddresses = new FailureCount(loginLimits.userAtAddress, clock);
    this.#addresses = new FailureCount(loginLimits.address, clock);
    this.#users = new FailureCount(loginLimits.user, clock);
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

  #describe(login: LoginSource): CountedLogin {
    return describeLogin(login, this.#familiar.has(userAtAddressOf(login)));
  }

  secondsToWait(login: LoginSource): number {
    const counts = this.#countsOf(this.#describe(login));
    return secondsOfPause(Math.max(...counts.map(([count, key]) => count.waitMs(key))));
  }

  #countsOf({ userAtAddress, address, user }: CountedLogin): readonly (readonly [FailureCount, string])[] {
    return [
      [this.#usersAtAddresses, userAtAddress],
      [this.#addresses, address],
      ...(user === undefined ? [] : [[this.#users, user] as const]),
    ];
  }
}
