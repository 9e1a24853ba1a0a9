import { EntangledSchemasError } from './entangled-schemas-error.ts';

/** The smallest part of the limit that is left to each comparison. */
const smallest = 1 / 64;

/** How much may be done for one comparison. After one for which it was not enough, each further one has half as much. */
export class Budget {
  readonly #limit: number;
  #part = 1;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws an EntangledSchemasError if nothing is left. */
  spend(): void {
    if ((this.#spent += 1) > this.#limit * this.#part) throw new EntangledSchemasError();
  }

  /** Starts the next comparison. */
  renew(): void {
    this.#spent = 0;
  }

  /** Gives each further comparison less, and starts the next one. */
  halve(): void {
    this.#part = Math.max(smallest, this.#part / 2);
    this.renew();
  }
}
