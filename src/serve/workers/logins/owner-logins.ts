import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { CountedLogin, LoginSource } from '#runtime/identity/login-keys.ts';
import type { LoginResult } from '#runtime/identity/failed-logins.ts';
import type { ServingOwnerCalls } from '../serving-calls.ts';
import type { ThreadCalls } from '../../served/thread-calls.ts';

/** Limits the logins of a worker through the main thread, which counts the logins of all workers together. */
export class OwnerLogins implements LoginLimits {
  readonly #calls: ThreadCalls<ServingOwnerCalls>;
  readonly #numbers = new WeakMap<CountedLogin, number>();
  #latest = 0;

  constructor(calls: ThreadCalls<ServingOwnerCalls>) {
    this.#calls = calls;
  }

  async begin(login: LoginSource, hungUp?: AbortSignal): ReturnType<LoginLimits['begin']> {
    this.#latest += 1;
    const number = this.#latest;
    const leave = () => this.#calls.send('leaveLogin', number);
    hungUp?.addEventListener('abort', leave);
    try {
      const attempt = await this.#calls.request('beginLogin', { number, login });
      if (typeof attempt === 'object') this.#numbers.set(attempt, number);
      return attempt;
    } finally {
      hungUp?.removeEventListener('abort', leave);
    }
  }

  end(login: CountedLogin, result: LoginResult): void {
    const number = this.#numbers.get(login);
    if (number !== undefined) this.#calls.send('endLogin', { number, result });
  }

  secondsToWait(login: LoginSource): Promise<number> {
    return this.#calls.request('secondsToWait', login);
  }
}
