/**
 * A point in time that is moved with every sign of life, without a timer each: a single timer checks it when it fires.
 * It never keeps the process alive.
 */
export class Deadline {
  readonly #passed: () => void;
  /** By the clock of performance.now. */
  #at = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;

  constructor(passed: () => void) {
    this.#passed = passed;
  }

  /** In this many milliseconds from now; never if it is 0. */
  set(milliseconds: number): void {
    if (milliseconds === 0) return this.clear();
    this.#at = performance.now() + milliseconds;
    if (this.#at < this.#timerAt) this.#arm(milliseconds);
  }

  clear(): void {
    this.#at = Infinity;
  }

  /** It is not set again. */
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
