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
  /** Counts a login as failed before it is tried; undefined if too many logins have failed. */
  begin(login: LoginSource): CountedLogin | undefined | Promise<CountedLogin | undefined>;
  /** Removes a login from the count: the password was right, or could not be checked. */
  takeBack(login: CountedLogin, outcome: 'succeeded' | 'unanswered'): void;
  /** How long a login must wait, in whole seconds, until the last pause that applies to it ends; at least 1. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

/** The maximum number of remembered pairs of a user and an address. */
const maxFamiliar = 20_000;

/**
 * Limits failed logins by user and address, by address, and less strictly by user; unknown names count like known ones.
 * Logins from the address of an application's server are counted per application, since all of its users have that address. The counts survive reloads, contain no name that was entered, and are bounded in size.
 */
export class FailedLogins implements LoginLimits {
  readonly #usersAtAddresses: FailureCount;
  readonly #addresses: FailureCount;
  readonly #users: FailureCount;
  /** Users at addresses from which they have logged in: guesses from other addresses do not block them. */
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
    // A login in progress counts as failed, so that parallel attempts have no advantage.
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
