import type { Clock } from '../ports/clock.ts';
import type { FailureLimit } from '../ports/shared-failures.ts';

interface Count {
  readonly failures: number;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly pausedUntil: number;
  readonly forgottenAt: number;
}

/** How many are remembered; of more, those whose last failure is longest ago are forgotten. */
const capacity = 20_000;

/** Counts failures by key, and returns which keys have to wait. */
export class FailureCount {
  readonly #limit: FailureLimit;
  readonly #clock: Clock;
  /** In the order of the last failure. */
  readonly #counts = new Map<string, Count>();

  constructor(limit: FailureLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  isPaused(key: string): boolean {
    return this.waitMs(key) > 0;
  }

  /** How long a key still has to wait, in milliseconds; 0 if it need not. */
  waitMs(key: string): number {
    return Math.max(0, (this.#counts.get(key)?.pausedUntil ?? 0) - this.#clock());
  }

  add(key: string): void {
    const pausedUntil = this.#clock() + this.#pauseAfter(this.#failures(key) + 1);
    this.#set(key, { failures: this.#failures(key) + 1, pausedUntil });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > capacity && oldest !== undefined) this.#counts.delete(oldest);
  }

  /** Undoes `add`: the failure and its pause do not count. */
  takeBack(key: string): void {
    const failures = this.#failures(key) - 1;
    if (failures > 0) this.#set(key, { failures, pausedUntil: 0 });
    else this.forget(key);
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }

  #failures(key: string): number {
    const count = this.#counts.get(key);
    return count && count.forgottenAt > this.#clock() ? count.failures : 0;
  }

  #pauseAfter(failures: number): number {
    const { free, firstPauseMs, maxPauseMs } = this.#limit;
    return failures < free ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - free));
  }

  #set(key: string, count: Omit<Count, 'forgottenAt'>): void {
    const forgottenAt = Math.max(this.#clock(), count.pausedUntil) + this.#limit.forgottenAfterMs;
    this.#counts.delete(key);
    this.#counts.set(key, { ...count, forgottenAt });
  }
}
