import type { Clock } from '#runtime/ports/clock.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { SharedFailures } from '#runtime/ports/shared-failures.ts';
import { busyLogin, type LoginAttempt, type LoginCounts, type LoginResult } from './failed-logins.ts';
import {
  type CountedLogin,
  type LoginKeys,
  type LoginSource,
  describeLogin,
  keysOfLogin,
  secondsOfPause,
  userAtAddressOf,
} from './login-keys.ts';

/** How long a user's login at an address is remembered. */
const familiarMs = 30 * 24 * 60 * 60 * 1000;

/** The interval for retrying to end logins while the shared counters cannot be reached, in milliseconds. */
const retryEveryMs = 1000;

interface SharedLoginServices {
  /** Does the counting while the shared counters cannot be reached. */
  readonly local: LoginCounts;
  readonly clock: Clock;
  /** Called with one sentence when the shared counters become unreachable. */
  readonly warn: (message: string) => void;
}

/** Limits failed logins across several gateways, as FailedLogins does for one gateway. */
export class SharedFailedLogins implements LoginCounts {
  readonly #shared: SharedFailures;
  readonly #local: LoginCounts;
  readonly #warn: (message: string) => void;
  readonly #clock: Clock;
  /** Logins that have not failed, but could not be ended in the shared counters. */
  readonly #toEnd = new Set<CountedLogin>();
  #retryTimer: NodeJS.Timeout | undefined;
  #isOut = false;

  constructor(shared: SharedFailures, { local, warn, clock }: SharedLoginServices) {
    this.#shared = shared;
    this.#local = local;
    this.#warn = warn;
    this.#clock = clock;
  }

  begin(login: LoginSource): Promise<LoginAttempt> {
    const beginShared = async (): Promise<LoginAttempt> => {
      const described = await this.#describe(login);
      const keys = keysOfLogin(described);
      const attempt = await this.#shared.begin(keys);
      if (attempt === 'paused') return 'limited';
      return 'deadline' in attempt
        ? { ...described, ...attempt, isShared: true }
        : busyLogin(keys, attempt.busyKey);
    };
    return this.#orLocally(beginShared, () => this.#local.begin(login));
  }

  end(login: CountedLogin, result: LoginResult): void | Promise<void> {
    if (!login.isShared) return this.#local.end(login, result);
    const endShared = async () => {
      await this.#shared.end(keysOfLogin(login), login.deadline, result === 'failed');
      if (result === 'succeeded') await this.#noteSuccess(login);
    };
    // A failed login needs no retry: it counts as failed at its deadline.
    return this.#orLocally(endShared, () => {
      if (result !== 'failed') this.#endLater(login);
    });
  }

  secondsToWait(login: LoginSource): Promise<number> {
    const waitShared = async () =>
      secondsOfPause(await this.#shared.waitMs(keysOfLogin(await this.#describe(login))));
    return this.#orLocally(waitShared, () => this.#local.secondsToWait(login));
  }

  #endLater(login: CountedLogin): void {
    this.#toEnd.add(login);
    this.#retryTimer ??= setInterval(() => void this.#endAgain(), retryEveryMs).unref();
  }

  /**
   * Retries to end logins until their deadlines. A login may be ended twice, if only the response to the first attempt
   * was lost.
   */
  async #endAgain(): Promise<void> {
    for (const login of this.#toEnd) {
      if (login.deadline > this.#clock() && !(await this.#hasEnded(login))) return;
      this.#toEnd.delete(login);
    }
    clearInterval(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  async #hasEnded(login: CountedLogin): Promise<boolean> {
    try {
      await this.#shared.end(keysOfLogin(login), login.deadline, false);
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return false;
    }
  }

  async #describe(login: LoginSource): Promise<LoginKeys> {
    return describeLogin(login, await this.#shared.remembers(userAtAddressOf(login)));
  }

  async #noteSuccess(login: CountedLogin): Promise<void> {
    const [key] = keysOfLogin(login);
    if (key) await this.#shared.forget(key);
    await this.#shared.remember(login.userAtAddress, familiarMs);
  }

  async #orLocally<Answer>(
    request: () => Promise<Answer>,
    countLocally: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await request();
      this.#isOut = false;
      return answer;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!this.#isOut) this.#warn(`Failed logins are counted only by this gateway: ${error.message}`);
      this.#isOut = true;
      return countLocally();
    }
  }
}
