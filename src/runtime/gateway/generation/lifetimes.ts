/** What generations use; a later one may also keep what the one before it uses. */
export interface Held {
  /** The first generation that uses it. */
  readonly since: number;
  /** Called once, when no generation uses it any more. */
  readonly release: () => void;
}

interface Leaving {
  readonly held: Held;
  /** The last generation that uses it. */
  readonly until: number;
}

/**
 * Releases what generations use, each thing after the last request of every generation that uses it. A reload costs as
 * much as it changes, since a thing is used from its first to its last generation without a check in between.
 */
export class Lifetimes {
  readonly #live = new Set<number>();
  #latest = 0;
  #leaving: Leaving[] = [];

  /** The number of a new generation. */
  begin(): number {
    this.#latest += 1;
    this.#live.add(this.#latest);
    return this.#latest;
  }

  /** No generation after `until` uses it. */
  leave(held: Held, until: number): void {
    this.#leaving.push({ held, until });
  }

  /** A generation has ended. */
  end(generation: number): void {
    this.#live.delete(generation);
    const over = this.#leaving.filter((leaving) => !this.#isHeld(leaving));
    this.#leaving = this.#leaving.filter((leaving) => this.#isHeld(leaving));
    for (const { held } of over) held.release();
  }

  #isHeld({ held, until }: Leaving): boolean {
    for (const generation of this.#live) if (generation >= held.since && generation <= until) return true;
    return false;
  }
}
