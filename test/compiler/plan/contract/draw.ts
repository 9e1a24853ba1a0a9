/** Takes decisions from numbers. */
export class Draw {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  /** After the end of the list, each decision is the first one, so that short lists make small things. */
  static from(decisions: readonly number[]): Draw {
    let at = 0;
    return new Draw(() => decisions[at++] ?? 0);
  }

  /** The same endless decisions for the same seed (mulberry32). */
  static seeded(seed: number): Draw {
    let state = seed;
    return new Draw(() => {
      state = (state + 0x6d_2b_79_f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % 5040;
    });
  }

  below(count: number): number {
    return this.#next() % count;
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
