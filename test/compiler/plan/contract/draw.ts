/**
 * Takes decisions from a list of numbers; after its end, each is the first one, so that short lists make small things.
 */
export class Draw {
  readonly #decisions: readonly number[];
  #at = 0;

  constructor(decisions: readonly number[]) {
    this.#decisions = decisions;
  }

  below(count: number): number {
    const decision = this.#decisions[this.#at] ?? 0;
    this.#at += 1;
    return decision % count;
  }

  oneOf<T>(first: T, ...others: readonly T[]): T {
    return [first, ...others][this.below(others.length + 1)] ?? first;
  }

  /** True once in a number of times. */
  once(times: number): boolean {
    return this.below(times) === times - 1;
  }

  some<T>(items: readonly T[]): readonly T[] {
    return items.filter(() => this.once(2));
  }
}
