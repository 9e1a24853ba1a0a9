import type { BusyLogin, LoginAttempt, LoginCounts, LoginResult } from './failed-logins.ts';
import type { CountedLogin, LoginSource } from './login-keys.ts';

/** Limits failed logins, and queues logins that must wait until others end. */
export interface LoginLimits {
  /**
   * Counts a login as in progress before it is tried. Resolves to `limited` if too many logins have failed, and to
   * `busy` if the queue is full, the wait times out, or the client disconnects.
   */
  begin(login: LoginSource, hungUp?: AbortSignal): Promise<CountedLogin | 'limited' | 'busy'>;
  /** Ends a login; only a failed login is still counted. */
  end(login: CountedLogin, result: LoginResult): void;
  /** Whole seconds until the last pause that applies to the login ends; at least 1. */
  secondsToWait(login: LoginSource): number | Promise<number>;
}

interface WaitingLogin {
  readonly login: LoginSource;
  /** All keys of the login, and the busy key among them, which the login waits for. */
  found: BusyLogin;
  readonly answer: (answer: CountedLogin | 'limited' | 'busy') => void;
  readonly fail: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  isAnswered: boolean;
}

/** The maximum number of waiting logins: in total, and with the same key, such as an address. */
const maxWaiting = 500;
const maxWaitingTogether = 100;

/** The longest wait of a login, in milliseconds. */
const maxWaitMs = 30_000;

/** The interval of retries, which detect logins that end at other gateways. */
const retryEveryMs = 250;

/**
 * Makes a login wait while the logins in progress could use up the allowed failures. Parallel guesses then gain
 * nothing, and a correct password is not refused because of other logins in progress. Logins with the same busy key
 * begin in order of arrival, but a login that arrives just as another ends may begin before them.
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

  /**
   * Counts the waiting logins with this key, even if they wait for another key: otherwise one address could fill the
   * queue by trying many names.
   */
  #countWaiting(key: string): number {
    return [...this.#waiting].filter(({ found }) => found.keys.includes(key)).length;
  }

  /** Runs one pass at a time, so that waiting logins stay in order. */
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

  /** Tries each waiting login, but skips a login if an earlier login in this pass still waits for the same key. */
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
    // The wait may have timed out, or the client disconnected, while the login was tried.
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
