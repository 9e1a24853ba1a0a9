import type { Clock } from '../ports/clock.ts';
import type { GrantId, RevocationListener, Seconds } from '../ports/token-store.ts';

/** The grants that are revoked, as this process knows them: asked at every call. */
export class Revocations {
  readonly #until = new Map<GrantId, Seconds>();
  readonly #clock: Clock;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(id: GrantId): boolean {
    // Mostly there are none, and a look at the size is cheaper than a look for one.
    return this.#until.size > 0 && this.#until.has(id);
  }

  /** Until then a token of the grant could be good otherwise. */
  readonly add: RevocationListener = (id, until) => {
    this.#until.set(id, Math.max(until, this.#until.get(id) ?? 0));
    const now = this.#clock() / 1000;
    if (now - this.#sweptAt < 60) return;
    this.#sweptAt = now;
    for (const [other, end] of this.#until) if (end <= now) this.#until.delete(other);
  };
}
