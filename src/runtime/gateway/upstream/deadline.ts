/**
 * A timeout that is cheap to restart on every sign of activity: one timer checks the current deadline when it fires. It
 * never keeps the process alive.
 */
export class Deadline {
  readonly #passed: () => void;
  /** The deadline, by `performance.now()`. */
  #at = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;

  constructor(passed: () => void) {
    this.#passed = passed;
  }

  /** Sets the deadline to this many milliseconds from now; 0 clears it. */
  set(milliseconds: number): void {
    if (milliseconds === 0) return this.clear();
    this.#at = performance.now() + milliseconds;
    if (this.#at < this.#timerAt) this.#arm(milliseconds);
  }

  clear(): void {
    this.#at = Infinity;
  }

  /** Clears the deadline for good. */
  stop(): void {
    this.clear();
    clearTimeout(this.#timer);
  }

  #arm(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = performance.now() + milliseconds;
    this.#timer = setTimeout(this.#look, milliseconds).unref();
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    this.#timerAt = Infinity;
    if (this.#at === Infinity) return;
    const left = this.#at - performance.now();
    if (left > 0) return this.#arm(left);
    this.#at = Infinity;
    this.#passed();
  };
}
