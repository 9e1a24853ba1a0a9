import type { BusyLogin, LoginAttempt, LoginCounts, LoginResult } from './failed-logins.ts';
import type { CountedLogin, LoginSource } from './login-keys.ts';

/** Limits failed logins; logins that have to wait for the end of others wait in a queue. */
export interface LoginLimits {
  /**
   * Counts a login as in progress before it is tried. `limited` if too many logins have failed, `busy` if too many are
   * in progress or wait, or its client hangs up while it waits.
   */
  begin(login: LoginSource, hungUp?: AbortSignal): Promise<CountedLogin | 'limited' | 'busy'>;
  /** Ends a login; only a failed one counts from now on. */
  end(login: CountedLogin, result: LoginResult): void;
  /** How long a login must wait, in whole seconds, until the last pause that applies to it ends; at least 1. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

interface WaitingLogin {
  readonly login: LoginSource;
  /** The key that it shares with the logins that it waits for, and all keys that it is counted under. */
  found: BusyLogin;
  readonly answer: (answer: CountedLogin | 'limited' | 'busy') => void;
  readonly fail: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  isAnswered: boolean;
}

/** The largest number of waiting logins: in total, of one address, and of one user. */
const maxWaiting = 500;
const maxWaitingTogether = 100;

/** How long one waits. */
const maxWaitMs = 30_000;

/** How often waiting logins are tried again, since other gateways end logins too. */
const retryEveryMs = 250;

/**
 * Makes a login wait while as many are in progress as may still fail, so that many parallel attempts gain nothing,
 * and correct passwords are not refused because of each other. Logins that wait for the same ones begin in their
 * order; a login that arrives at the moment when another ends may begin before them.
 */
export class LoginQueue implements LoginLimits {
  readonly #counts: LoginCounts;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<WaitingLogin>();
  #retryTimer: NodeJS.Timeout | undefined;
  #isTrying = false;
  #isToTryAgain = false;

  constructor(counts: LoginCounts, limits = { maxWaitMs }) {
    this.#counts = counts;
    this.#maxWaitMs = limits.maxWaitMs;
  }

  async begin(login: LoginSource, hungUp?: AbortSignal): Promise<CountedLogin | 'limited' | 'busy'> {
    const attempt = await this.#counts.begin(login);
    return isBusy(attempt) ? this.#wait(login, attempt, hungUp) : attempt;
  }

  end(login: CountedLogin, result: LoginResult): void {
    const ended = this.#counts.end(login, result);
    if (ended) void ended.then(() => this.#tryWaiting());
    else this.#tryWaiting();
  }

  secondsToWait(login: LoginSource): number | Promise<number> {
    return this.#counts.secondsToWait(login);
  }

  #wait(
    login: LoginSource,
    found: BusyLogin,
    signal: AbortSignal | undefined,
  ): Promise<CountedLogin | 'limited' | 'busy'> | 'busy' {
    if (signal?.aborted || this.#waiting.size >= maxWaiting) return 'busy';
    if (found.keys.some((key) => this.#countWaiting(key) >= maxWaitingTogether)) return 'busy';
    return new Promise((answer, fail) => {
      const timer = setTimeout(() => this.#answer(waiting, 'busy'), this.#maxWaitMs);
      const waiting: WaitingLogin = { login, found, answer, fail, timer, isAnswered: false };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', () => this.#answer(waiting, 'busy'), { once: true });
      this.#retryTimer ??= setInterval(() => this.#tryWaiting(), retryEveryMs).unref();
    });
  }

  /** Whatever they wait for: otherwise many names of one address would fill the queue. */
  #countWaiting(key: string): number {
    return [...this.#waiting].filter(({ found }) => found.keys.includes(key)).length;
  }

  /** One pass at a time, so that those that wait keep their order. */
  #tryWaiting(): void {
    this.#isToTryAgain = true;
    if (this.#isTrying || this.#waiting.size === 0) return;
    void this.#tryInTurn();
  }

  async #tryInTurn(): Promise<void> {
    this.#isTrying = true;
    while (this.#isToTryAgain) {
      this.#isToTryAgain = false;
      await this.#tryAll();
    }
    this.#isTrying = false;
  }

  /** A login that waits for the same logins as an earlier one, which has to wait longer, is not tried. */
  async #tryAll(): Promise<void> {
    const stillBusy = new Set<string>();
    for (const waiting of this.#waiting) {
      if (stillBusy.has(waiting.found.busy)) continue;
      const attempt = await this.#attempt(waiting);
      if (attempt === undefined) continue;
      if (!isBusy(attempt)) this.#answer(waiting, attempt);
      else {
        waiting.found = attempt;
        stillBusy.add(attempt.busy);
      }
    }
  }

  async #attempt(waiting: WaitingLogin): Promise<LoginAttempt | undefined> {
    try {
      return await this.#counts.begin(waiting.login);
    } catch (error) {
      this.#remove(waiting);
      waiting.fail(error);
      return undefined;
    }
  }

  #answer(waiting: WaitingLogin, answer: CountedLogin | 'limited' | 'busy'): void {
    // It may have waited too long while it was tried, or its client has hung up.
    if (waiting.isAnswered) {
      if (typeof answer === 'object') this.end(answer, 'unanswered');
      return;
    }
    this.#remove(waiting);
    waiting.answer(answer);
  }

  #remove(waiting: WaitingLogin): void {
    waiting.isAnswered = true;
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#retryTimer);
    this.#retryTimer = undefined;
  }
}

function isBusy(attempt: LoginAttempt): attempt is BusyLogin {
  return typeof attempt === 'object' && 'busy' in attempt;
}
