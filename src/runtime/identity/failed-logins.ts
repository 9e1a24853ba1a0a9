import type { Clock } from '#runtime/ports/clock.ts';
import { maxAttemptMs, type FailureKey } from '#runtime/ports/shared-failures.ts';
import { FailureCount } from './failure-count.ts';
import {
  describeLogin,
  keysOfLogin,
  loginLimits,
  secondsOfPause,
  userAtAddressOf,
  type CountedLogin,
  type LoginKeys,
  type LoginSource,
} from './login-keys.ts';
import { RecentSet } from './recent-set.ts';

/** The result of a login: whether it counts as a failure. `unanswered` if nobody could check the password. */
export type LoginResult = 'succeeded' | 'failed' | 'unanswered';

/**
 * `limited`: too many logins have failed. `busy`: as many are in progress as may still fail, so that this one has to
 * wait for the end of one of them; `busy` is what they have in common, one of the `keys` of this one.
 */
export type LoginAttempt = CountedLogin | 'limited' | BusyLogin;

export interface BusyLogin {
  readonly busy: string;
  readonly keys: readonly string[];
}

/** Counts failed logins and those in progress, wherever that is. */
export interface LoginCounts {
  /** Counts a login as in progress, if it may begin. */
  begin(login: LoginSource): LoginAttempt | Promise<LoginAttempt>;
  /** Ends it. Resolves when others may begin in its place. */
  end(login: CountedLogin, result: LoginResult): void | Promise<void>;
  /** How long a login must wait, in whole seconds, until the last pause that applies to it ends; at least 1. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

/** The maximum number of remembered pairs of a user and an address. */
const maxFamiliar = 20_000;

/**
 * Limits failed logins by user and address, by address, and less strictly by user; unknown names count like known ones.
 * Logins from the address of an application's server are counted per application, since all of its users have that address. The counts survive reloads, contain no name that was entered, and are bounded in size.
 */
export class FailedLogins implements LoginCounts {
  readonly #usersAtAddresses: FailureCount;
  readonly #addresses: FailureCount;
  readonly #users: FailureCount;
  /** Users at addresses from which they have logged in: guesses from other addresses do not block them. */
  readonly #familiar = new RecentSet(maxFamiliar);

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#usersAtAddresses = new FailureCount(loginLimits.userAtAddress, clock);
    this.#addresses = new FailureCount(loginLimits.address, clock);
    this.#users = new FailureCount(loginLimits.user, clock);
  }

  begin(login: LoginSource): LoginAttempt {
    const keys = this.#describe(login);
    const counts = this.#countsOf(keys);
    if (counts.some(([count, key]) => count.isPaused(key))) return 'limited';
    const busy = counts.findIndex(([count, key]) => count.isBusy(key));
    if (busy !== -1) return busyLogin(keysOfLogin(keys), busy);
    const deadline = this.#clock() + maxAttemptMs;
    for (const [count, key] of counts) count.begin(key, deadline);
    return { ...keys, deadline };
  }

  end(login: CountedLogin, result: LoginResult): void {
    for (const [count, key] of this.#countsOf(login)) count.end(key, login.deadline, result === 'failed');
    if (result !== 'succeeded') return;
    this.#usersAtAddresses.forget(login.userAtAddress);
    this.#familiar.add(login.userAtAddress);
  }

  #describe(login: LoginSource): LoginKeys {
    return describeLogin(login, this.#familiar.has(userAtAddressOf(login)));
  }

  secondsToWait(login: LoginSource): number {
    const counts = this.#countsOf(this.#describe(login));
    return secondsOfPause(Math.max(...counts.map(([count, key]) => count.waitMs(key))));
  }

  #countsOf({ userAtAddress, address, user }: LoginKeys): readonly (readonly [FailureCount, string])[] {
    return [
      [this.#usersAtAddresses, userAtAddress],
      [this.#addresses, address],
      ...(user === undefined ? [] : [[this.#users, user] as const]),
    ];
  }
}

/** A login that has to wait for others with the key at an index. */
export function busyLogin(counted: readonly FailureKey[], index: number): BusyLogin {
  const keys = counted.map(({ key }) => key);
  return { busy: keys[index] ?? '', keys };
}
