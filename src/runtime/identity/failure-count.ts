import type { Clock } from '../ports/clock.ts';
import { maxAttemptMs, type FailureLimit } from '../ports/shared-failures.ts';

/** Times are in milliseconds since 1970-01-01T00:00:00Z. */
interface Count {
  readonly failures: number;
  readonly pausedUntil: number;
  readonly forgottenAt: number;
  /** Attempts in progress. */
  readonly pending: number;
  /** When attempts in progress that have not ended count as failed. */
  readonly pendingUntil: number;
}

const nothing: Count = { failures: 0, pausedUntil: 0, forgottenAt: 0, pending: 0, pendingUntil: 0 };

/** How many are remembered; of more, those whose last attempt is longest ago are forgotten. */
const capacity = 20_000;

/** Counts failures and attempts in progress by key, and returns which keys have to wait. */
export class FailureCount {
  readonly #limit: FailureLimit;
  readonly #clock: Clock;
  /** In the order of the last attempt. */
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
    return Math.max(0, this.#read(key).pausedUntil - this.#clock());
  }

  /** Whether the attempts in progress might use up all failures that are allowed. */
  isBusy(key: string): boolean {
    const { failures, pending } = this.#read(key);
    return pending >= Math.max(1, this.#limit.free - failures);
  }

  begin(key: string): void {
    const count = this.#read(key);
    const pendingUntil = this.#clock() + maxAttemptMs;
    this.#set(key, { ...count, pending: count.pending + 1, pendingUntil });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > capacity && oldest !== undefined) this.#counts.delete(oldest);
  }

  /** Ends an attempt; without one in progress, it took so long that it counts as failed already. */
  end(key: string, hasFailed: boolean): void {
    const count = this.#read(key);
    if (count.pending > 0) {
      const ended = { ...count, pending: count.pending - 1 };
      this.#set(key, hasFailed ? this.#withFailures(ended, 1, this.#clock()) : ended);
    } else if (!hasFailed) this.#set(key, { ...count, failures: count.failures - 1, pausedUntil: 0 });
  }

  /** Forgets the failures, not the attempts in progress. */
  forget(key: string): void {
    const { pending, pendingUntil } = this.#read(key);
    this.#set(key, { ...nothing, pending, pendingUntil });
  }

  #read(key: string): Count {
    const now = this.#clock();
    const { pending, pendingUntil, ...kept } = this.#counts.get(key) ?? nothing;
    const isOver = pending > 0 && pendingUntil <= now;
    const count = kept.forgottenAt > (isOver ? pendingUntil : now) ? kept : nothing;
    const read = { ...count, pending, pendingUntil };
    return isOver ? this.#withFailures({ ...read, pending: 0 }, pending, pendingUntil) : read;
  }

  #withFailures(count: Count, added: number, at: number): Count {
    const failures = count.failures + added;
    const pausedUntil = at + this.#pauseAfter(failures);
    return { ...count, failures, pausedUntil, forgottenAt: pausedUntil + this.#limit.forgottenAfterMs };
  }

  #pauseAfter(failures: number): number {
    const { free, firstPauseMs, maxPauseMs } = this.#limit;
    return failures < free ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - free));
  }

  #set(key: string, count: Count): void {
    this.#counts.delete(key);
    if (count.failures > 0 || count.pending > 0) this.#counts.set(key, count);
  }
}
