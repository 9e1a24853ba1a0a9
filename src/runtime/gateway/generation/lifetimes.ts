/** A resource that one or more successive generations use. */
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
 * Releases each resource after the last request of every generation that uses it. The cost of a reload depends only on
 * what changes: a resource counts as used in every generation from its first to its last, without a check in between.
 */
export class Lifetimes {
  readonly #live = new Set<number>();
  #latest = 0;
  #leaving: Leaving[] = [];

  /** Begins a generation, and returns its number. */
  begin(): number {
    this.#latest += 1;
    this.#live.add(this.#latest);
    return this.#latest;
  }

  /** Schedules a resource for release: no generation after `until` uses it. */
  leave(held: Held, until: number): void {
    this.#leaving.push({ held, until });
  }

  /** Ends a generation, and releases the resources that only it was still using. */
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
