import type { Clock } from '#runtime/ports/clock.ts';
import { maxAttemptMs, type FailureKey, type FailureLimit } from '#runtime/ports/shared-failures.ts';
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

/** Times are in milliseconds since 1970-01-01T00:00:00Z. */
interface Count {
  readonly failures: number;
  readonly pausedUntil: number;
  readonly forgottenAt: number;
  /**
   * The deadline of each attempt in progress, the earliest first; an attempt that has not ended by then counts as
   * failed.
   */
  readonly deadlines: readonly number[];
}

const nothing: Count = { failures: 0, pausedUntil: 0, forgottenAt: 0, deadlines: [] };

/** The maximum number of counts; beyond it, the least recently updated are discarded. */
const capacity = 20_000;

/** Counts failures and attempts in progress per key, and reports which keys must wait. */
class FailureCount {
  readonly #limit: FailureLimit;
  readonly #clock: Clock;
  /** Ordered by the last update, the oldest first. */
  readonly #counts = new Map<string, Count>();

  constructor(limit: FailureLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  isPaused(key: string): boolean {
    return this.waitMs(key) > 0;
  }

  /** The remaining pause of the key, in milliseconds; 0 if the key is not paused. */
  waitMs(key: string): number {
    return Math.max(0, this.#read(key).pausedUntil - this.#clock());
  }

  /** Whether the attempts in progress would use up the allowed failures if they all failed. */
  isBusy(key: string): boolean {
    const { failures, deadlines } = this.#read(key);
    return deadlines.length >= Math.max(1, this.#limit.free - failures);
  }

  /** Begins an attempt that counts as failed unless it ends before `deadline`. */
  begin(key: string, deadline: number): void {
    const count = this.#read(key);
    this.#set(key, { ...count, deadlines: [...count.deadlines, deadline].toSorted((a, b) => a - b) });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > capacity && oldest !== undefined) this.#counts.delete(oldest);
  }

  /**
   * Ends the attempt with this deadline. If the deadline has passed, the attempt was already counted as failed; that
   * failure is undone unless the attempt has failed.
   */
  end(key: string, deadline: number, hasFailed: boolean): void {
    const count = this.#read(key);
    const now = this.#clock();
    if (deadline <= now) {
      const failures = Math.max(0, count.failures - 1);
      this.#set(key, hasFailed ? count : { ...count, failures, pausedUntil: 0 });
      return;
    }
    const index = count.deadlines.indexOf(deadline);
    const deadlines = count.deadlines.filter((_deadline, at) => at !== index);
    const ended = { ...count, deadlines };
    this.#set(key, hasFailed ? this.#withFailure(ended, now) : ended);
  }

  /** Discards the failures, but not the attempts in progress. */
  forget(key: string): void {
    const { deadlines } = this.#read(key);
    this.#set(key, { ...nothing, deadlines });
  }

  #read(key: string): Count {
    const now = this.#clock();
    const stored = this.#counts.get(key) ?? nothing;
    const expired = stored.deadlines.filter((deadline) => deadline <= now);
    const deadlines = stored.deadlines.slice(expired.length);
    const failed = expired.reduce((count, at) => this.#withFailure(remembered(count, at), at), stored);
    return { ...remembered(failed, now), deadlines };
  }

  #withFailure(count: Count, at: number): Count {
    const failures = count.failures + 1;
    const pausedUntil = at + this.#pauseAfter(failures);
    return { ...count, failures, pausedUntil, forgottenAt: pausedUntil + this.#limit.forgottenAfterMs };
  }

  #pauseAfter(failures: number): number {
    const { free, firstPauseMs, maxPauseMs } = this.#limit;
    return failures < free ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - free));
  }

  #set(key: string, count: Count): void {
    this.#counts.delete(key);
    if (count.failures > 0 || count.deadlines.length > 0) this.#counts.set(key, count);
  }
}

/**
 * The result of a login. `unanswered` means that no directory could check the password; it does not count as a failure.
 */
export type LoginResult = 'succeeded' | 'failed' | 'unanswered';

/**
 * The result of beginning a login. `limited`: too many logins have failed. `BusyLogin`: the logins in progress could
 * use up the allowed failures, so this login must wait until one ends; `busy` is the key that it shares with them.
 */
export type LoginAttempt = CountedLogin | 'limited' | BusyLogin;

export interface BusyLogin {
  readonly busy: string;
  readonly keys: readonly string[];
}

/** Counts failed logins and logins in progress, for this process or for several gateways. */
export interface LoginCounts {
  /** Counts a login as in progress, if it may begin. */
  begin(login: LoginSource): LoginAttempt | Promise<LoginAttempt>;
  /** Ends a login. Resolves when a waiting login can take its place. */
  end(login: CountedLogin, result: LoginResult): void | Promise<void>;
  /** Whole seconds until the last pause that applies to the login ends; at least 1. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

/** The maximum number of remembered pairs of a user and an address. */
const maxFamiliar = 20_000;

/**
 * Limits failed logins by user and address, by address, and less strictly by user; unknown names count like known ones.
 * Logins from the address of an application's server are counted per application, since all of its users share that
 * address. The counts survive reloads, contain no name that was entered, and are bounded in size.
 */
export class FailedLogins implements LoginCounts {
  readonly #usersAtAddresses: FailureCount;
  readonly #addresses: FailureCount;
  readonly #users: FailureCount;
  /** Users at addresses where they have logged in before, so that guesses from other addresses do not block them. */
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

/** The result for a login that must wait for logins that share the key at `index`. */
export function busyLogin(counted: readonly FailureKey[], index: number): BusyLogin {
  const keys = counted.map(({ key }) => key);
  return { busy: keys[index] ?? '', keys };
}

/** The count as of `at`; empty if it has expired by then. */
function remembered(count: Count, at: number): Count {
  return count.forgottenAt > at ? count : nothing;
}
