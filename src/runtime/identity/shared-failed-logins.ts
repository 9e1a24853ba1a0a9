import { StoreError } from '../ports/token-store.ts';
import type { SharedFailures } from '../ports/shared-failures.ts';
import type { LoginLimits } from './failed-logins.ts';
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
  readonly local: LoginLimits;
  /** Called with one sentence when they become unreachable. */
  readonly warn: (message: string) => void;
}

/** Limits failed logins at several gateways together, as FailedLogins does at one. */
export class SharedFailedLogins implements LoginLimits {
  readonly #shared: SharedFailures;
  readonly #local: LoginLimits;
  readonly #warn: (message: string) => void;
  #isOut = false;

  constructor(shared: SharedFailures, { local, warn }: SharedLoginServices) {
    this.#shared = shared;
    this.#local = local;
    this.#warn = warn;
  }

  begin(login: LoginSource): Promise<CountedLogin | undefined> {
    const beginShared = async () => {
      const counted = await this.#describe(login);
      const isCounted = await this.#shared.add(keysOfLogin(counted));
      return isCounted ? { ...counted, isShared: true } : undefined;
    };
    return this.#orLocally(beginShared, () => this.#local.begin(login));
  }

  takeBack(login: CountedLogin, outcome: 'succeeded' | 'unanswered'): void {
    if (!login.isShared) return this.#local.takeBack(login, outcome);
    const takeBackShared = async () => {
      await this.#shared.takeBack(keysOfLogin(login));
      if (outcome === 'succeeded') await this.#noteSuccess(login);
    };
    // A failure that cannot be removed expires by itself.
    void this.#orLocally(takeBackShared, () => undefined);
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
    const [{ key } = { key: '' }] = keysOfLogin(login);
    await this.#shared.forget(key);
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
