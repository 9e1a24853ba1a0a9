import type { Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';

type ClaimStore = Pick<TokenStore, 'claim' | 'endClaim'>;

interface ClaimEndsOptions {
  /** Rejects with a StoreError. */
  readonly openStore: () => Promise<{ readonly store: ClaimStore }>;
  readonly clock: Clock;
}

/** Claims that are to be ended before others are made, also if the store cannot be called for a while. */
export class ClaimEnds {
  readonly #options: ClaimEndsOptions;
  readonly #waiting = new Set<Digest>();
  /** The last call of `apply`: a claim must not be ended twice, since it may have been made again in between. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ClaimEndsOptions) {
    this.#options = options;
  }

  add(identifiers: readonly Digest[]): void {
    for (const identifier of identifiers) this.#waiting.add(identifier);
    // What fails now is done before the next claim.
    this.apply().catch(() => undefined);
  }

  /** Ends the claims, and returns the store. Rejects with a StoreError. */
  apply(): Promise<ClaimStore> {
    const applied = this.#last.then(() => this.#endAll());
    this.#last = applied.catch(() => undefined);
    return applied;
  }

  async #endAll(): Promise<ClaimStore> {
    const { openStore, clock } = this.#options;
    const { store } = await openStore();
    for (const identifier of this.#waiting) {
      await store.endClaim(identifier, clock() / 1000);
      this.#waiting.delete(identifier);
    }
    return store;
  }
}
