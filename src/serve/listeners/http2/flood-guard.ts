/** How many frames that need nothing but an acknowledgement may come at once, and how many more each second. */
const burst = 200;
const perSecond = 20;

/** Counts the PING and SETTINGS frames of a connection, whose answers cost more than they do (CVE-2019-9512, 9515). */
export class FloodGuard {
  readonly #flooded: () => void;
  #left = burst;
  #countedAt = performance.now();

  /** `flooded` is called for each frame that is one too many. */
  constructor(flooded: () => void) {
    this.#flooded = flooded;
  }

  count(): void {
    const now = performance.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#countedAt) / 1000) * perSecond) - 1;
    this.#countedAt = now;
    if (this.#left < 0) this.#flooded();
  }
}
