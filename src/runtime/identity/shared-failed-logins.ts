import { StoreError } from '../ports/token-store.ts';
import type { SharedFailures } from '../ports/shared-failures.ts';
import type { LoginAttempt, LoginCounts, LoginResult } from './failed-logins.ts';
import {
  type CountedLogin,
  type LoginSource,
  describeLogin,
  keysOfLogin,
  secondsOfPause,
  userAtAddressOf,
} from './login-keys.ts';

/** How long a user is remembered at an address from which the user has logged in. */
const familiarMs = 30 * 24 * 60 * 60 * 1000;

interface SharedLoginServices {
  /** Counts while the shared counters cannot be reached. */
  readonly local: LoginCounts;
  /** Called with one sentence when they become unreachable. */
  readonly warn: (message: string) => void;
}

/** Limits failed logins at several gateways together, as FailedLogins does at one. */
export class SharedFailedLogins implements LoginCounts {
  readonly #shared: SharedFailures;
  readonly #local: LoginCounts;
  readonly #warn: (message: string) => void;
  #isOut = false;

  constructor(shared: SharedFailures, { local, warn }: SharedLoginServices) {
    this.#shared = shared;
    this.#local = local;
    this.#warn = warn;
  }

  begin(login: LoginSource): Promise<LoginAttempt> {
    const beginShared = async (): Promise<LoginAttempt> => {
      const counted = await this.#describe(login);
      const keys = keysOfLogin(counted);
      const attempt = await this.#shared.begin(keys);
      if (attempt === 'paused') return 'limited';
      return attempt === 'begun'
        ? { ...counted, isShared: true }
        : { busy: keys[attempt.busyKey]?.key ?? '' };
    };
    return this.#orLocally(beginShared, () => this.#local.begin(login));
  }

  end(login: CountedLogin, result: LoginResult): void | Promise<void> {
    if (!login.isShared) return this.#local.end(login, result);
    const endShared = async () => {
      await this.#shared.end(keysOfLogin(login), result === 'failed');
      if (result === 'succeeded') await this.#noteSuccess(login);
    };
    // What cannot be ended counts as failed after a while.
    return this.#orLocally(endShared, () => undefined);
  }

  secondsToWait(login: LoginSource): Promise<number> {
    const waitShared = async () =>
      secondsOfPause(await this.#shared.waitMs(keysOfLogin(await this.#describe(login))));
    return this.#orLocally(waitShared, () => this.#local.secondsToWait(login));
  }

  async #describe(login: LoginSource): Promise<CountedLogin> {
    return describeLogin(login, await this.#shared.remembers(userAtAddressOf(login)));
  }

  async #noteSuccess(login: CountedLogin): Promise<void> {
    const [key] = keysOfLogin(login);
    if (key) await this.#shared.forget(key);
    await this.#shared.remember(login.userAtAddress, familiarMs);
  }

  async #orLocally<Answer>(
    ask: () => Promise<Answer>,
    askLocally: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await ask();
      this.#isOut = false;
      return answer;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!this.#isOut) this.#warn(`Failed logins are counted only by this gateway: ${error.message}`);
      this.#isOut = true;
      return askLocally();
    }
  }
}
