/** How long the thread must be idle before `tidy` starts, in milliseconds. */
const quietMs = 20_000;

/** The minimum time between two calls of `tidy`: an hour, in milliseconds. */
const everyMs = 3_600_000;

/** Calls `tidy` while nothing is in progress. `tidy` must not reject. */
export class TidyWhenIdle {
  readonly #tidy: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(tidy: () => Promise<void>) {
    this.#tidy = tidy;
  }

  /** Call this when work starts; cancels a pending `tidy`. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Call this when all work is done; schedules `tidy`. */
  release(): void {
    clearTimeout(this.#timer);
    const waitMs = Math.max(quietMs, this.#tidiedAt + everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#tidiedAt = performance.now();
      void this.#tidy();
    }, waitMs).unref();
  }
}
