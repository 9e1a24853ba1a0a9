import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { CountedLogin } from '#runtime/identity/login-keys.ts';
import type { RequestedLogin, EndedLogin, ServingOwnerCalls } from '../serving-calls.ts';

type LoginCalls = Pick<ServingOwnerCalls, 'beginLogin' | 'leaveLogin' | 'endLogin' | 'secondsToWait'>;

/** The logins of one worker, in the main thread, which counts the logins of all workers together. */
export class WorkerLogins {
  readonly #limits: LoginLimits;
  /** The logins that are still waiting, by the numbers that the worker assigned. */
  readonly #pending = new Map<number, AbortController>();
  readonly #begun = new Map<number, CountedLogin>();
  #hasEnded = false;

  constructor(limits: LoginLimits) {
    this.#limits = limits;
  }

  readonly calls: LoginCalls = {
    beginLogin: (login) => this.#begin(login),
    leaveLogin: (number) => this.#pending.get(number)?.abort(),
    endLogin: (ended) => this.#end(ended),
    secondsToWait: (login) => this.#limits.secondsToWait(login),
  };

  /**
   * Call this when the worker has ended: nothing receives the results of its logins, and nothing else would end them.
   */
  endAll(): void {
    this.#hasEnded = true;
    for (const leaving of this.#pending.values()) leaving.abort();
    for (const number of this.#begun.keys()) this.#end({ number, result: 'unanswered' });
  }

  async #begin({ number, login }: RequestedLogin): ReturnType<LoginLimits['begin']> {
    if (this.#hasEnded) return 'busy';
    const leaving = new AbortController();
    this.#pending.set(number, leaving);
    try {
      const attempt = await this.#limits.begin(login, leaving.signal);
      if (typeof attempt !== 'object') return attempt;
      this.#begun.set(number, attempt);
      if (this.#hasEnded) this.#end({ number, result: 'unanswered' });
      return attempt;
    } finally {
      this.#pending.delete(number);
    }
  }

  #end({ number, result }: EndedLogin): void {
    const login = this.#begun.get(number);
    this.#begun.delete(number);
    if (login) this.#limits.end(login, result);
  }
}
