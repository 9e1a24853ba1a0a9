import type { Clock } from '#runtime/ports/clock.ts';
import type { FailureLimit } from '#runtime/ports/shared-failures.ts';

/** Times are in milliseconds since 1970-01-01T00:00:00Z. */
interface Count {
  readonly failures: number;
  readonly pausedUntil: number;
  readonly forgottenAt: number;
  /** When each attempt in progress counts as failed if it has not ended; the earliest first. */
  readonly deadlines: readonly number[];
}

const nothing: Count = { failures: 0, pausedUntil: 0, forgottenAt: 0, deadlines: [] };

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
    const { failures, deadlines } = this.#read(key);
    return deadlines.length >= Math.max(1, this.#limit.free - failures);
  }

  /** Begins an attempt that counts as failed unless it ends until `deadline`. */
  begin(key: string, deadline: number): void {
    const count = this.#read(key);
    this.#set(key, { ...count, deadlines: [...count.deadlines, deadline].toSorted((a, b) => a - b) });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > capacity && oldest !== undefined) this.#counts.delete(oldest);
  }

  /** Ends the attempt with this deadline; after it, the attempt counts as failed already. */
  end(key: string, deadline: number, hasFailed: boolean): void {
    const count = this.#read(key);
    const now = this.#clock();
    if (deadline <= now) {
      const failures = Math.max(0, count.failures - 1);
      this.#set(key, hasFailed ? count : { ...count, failures, pausedUntil: 0 });
      return;
    }
    const index = count.deadlines.indexOf(deadline);
    const deadlines = count.deadlines.filter((_deadline, at) => at !== index);
    const ended = { ...count, deadlines };
    this.#set(key, hasFailed ? this.#withFailure(ended, now) : ended);
  }

  /** Forgets the failures, not the attempts in progress. */
  forget(key: string): void {
    const { deadlines } = this.#read(key);
    this.#set(key, { ...nothing, deadlines });
  }

  #read(key: string): Count {
    const now = this.#clock();
    const kept = this.#counts.get(key) ?? nothing;
    const expired = kept.deadlines.filter((deadline) => deadline <= now);
    const deadlines = kept.deadlines.slice(expired.length);
    const failed = expired.reduce((count, at) => this.#withFailure(remembered(count, at), at), kept);
    return { ...remembered(failed, now), deadlines };
  }

  #withFailure(count: Count, at: number): Count {
    const failures = count.failures + 1;
    const pausedUntil = at + this.#pauseAfter(failures);
    return { ...count, failures, pausedUntil, forgottenAt: pausedUntil + this.#limit.forgottenAfterMs };
  }

  #pauseAfter(failures: number): number {
    const { free, firstPauseMs, maxPauseMs } = this.#limit;
    return failures < free ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - free));
  }

  #set(key: string, count: Count): void {
    this.#counts.delete(key);
    if (count.failures > 0 || count.deadlines.length > 0) this.#counts.set(key, count);
  }
}

/** What is left of a count at a time. */
function remembered(count: Count, at: number): Count {
  return count.forgottenAt > at ? count : nothing;
}
