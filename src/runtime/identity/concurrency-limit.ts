import { UnavailableError } from './identity.ts';

/** Limits how much work runs at a time; the rest waits in a queue. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  /** `refusal` is the error message while the queue is full. */
  constructor(atOnce: number, maxWaiting: number, refusal = 'Too many concurrent logins.') {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#refusal = refusal;
  }

  /** Runs the work when its turn comes. Rejects as the work does, or with an UnavailableError if the queue is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#underWay < this.#atOnce) {
      this.#underWay += 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new UnavailableError(this.#refusal);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The turn passes to the first in the queue, so that no other takes it meanwhile. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay -= 1;
  }
}
