/** After this long without a question, in milliseconds. */
const quietMs = 20_000;

/** At most once in this time, in milliseconds: an hour. */
const everyMs = 3_600_000;

/** Starts `tidy` while nothing else is done; it must not reject. */
export class TidyWhenIdle {
  readonly #tidy: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(tidy: () => Promise<void>) {
    this.#tidy = tidy;
  }

  /** Something is being done now. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing is being done any more. */
  release(): void {
    clearTimeout(this.#timer);
    const waitMs = Math.max(quietMs, this.#tidiedAt + everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#tidiedAt = performance.now();
      void this.#tidy();
    }, waitMs).unref();
  }
}
