import { EntangledSchemasError } from './entangled-schemas-error.ts';

/** The smallest share of the limit that a comparison gets. */
const smallest = 1 / 64;

/**
 * The number of steps that one comparison may take. Each comparison that exhausts it halves the budget of all later
 * ones.
 */
export class Budget {
  readonly #limit: number;
  #part = 1;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes one step; throws an EntangledSchemasError if the budget is exhausted. */
  spend(): void {
    if ((this.#spent += 1) > this.#limit * this.#part) throw new EntangledSchemasError();
  }

  /** Starts the next comparison. */
  renew(): void {
    this.#spent = 0;
  }

  /** Halves the budget of all later comparisons, and starts the next one. */
  halve(): void {
    this.#part = Math.max(smallest, this.#part / 2);
    this.renew();
  }
}
