/** What generations hold, of which a later one may hold on to more than the one that it replaces. */
export interface Held {
  /** The first generation that holds it. */
  readonly since: number;
  /** Called once, when none that holds it is left. */
  readonly release: () => void;
}

interface Leaving {
  readonly held: Held;
  /** The last generation that holds it. */
  readonly until: number;
}

/**
 * Releases what generations hold, each thing after the last request of every generation that holds it. A reload
 * costs as much as it changes, since generations hold a thing from their first to their last without being asked.
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

  /** No generation after `until` holds it. */
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
