import { UnavailableError } from './identity.ts';

/** Lets work begin only while not too much of it is under way; the rest waits in line. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  /** `refusal` is what somebody is told who finds the line full. */
  constructor(atOnce: number, mostWaiting: number, refusal = 'Too many concurrent logins.') {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
    this.#refusal = refusal;
  }

  /** Does the work when its turn comes. Rejects as the work does, and with an UnavailableError where the line is full. */
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
    if (this.#waiting.length >= this.#mostWaiting) throw new UnavailableError(this.#refusal);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The turn passes to the first in line, so that nobody who comes meanwhile takes it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay -= 1;
  }
}
