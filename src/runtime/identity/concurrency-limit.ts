import { UnavailableError } from './identity.ts';

/** The longest wait in the queue, in milliseconds. */
const maxWaitMs = 30_000;

/** Limits how much work runs at a time; the rest waits in a queue, for a limited time. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refusal: string;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  /** `refusal` is the error message while the queue is full; it names the directory or provider. */
  constructor(atOnce: number, maxWaiting: number, refusal: string, longestWaitMs = maxWaitMs) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#refusal = refusal;
    this.#maxWaitMs = longestWaitMs;
  }

  /**
   * Runs the work when its turn comes. Rejects as the work does, or with an UnavailableError if the queue is full or
   * the wait times out.
   */
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
    if (this.#waiting.size >= this.#maxWaiting) throw new UnavailableError(this.#refusal);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(takeTurn);
        reject(new UnavailableError(this.#refusal));
      };
      const timer = setTimeout(giveUp, this.#maxWaitMs);
      const takeTurn = () => {
        clearTimeout(timer);
        this.#waiting.delete(takeTurn);
        resolve();
      };
      this.#waiting.add(takeTurn);
    });
  }

  /** Passes the slot directly to the first waiter, so that no new caller can get it first. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#underWay -= 1;
  }
}
