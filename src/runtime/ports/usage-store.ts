import type { UsageCounts, UsageReader, UsageSubject } from './usage.ts';

/** Calls of one subject to be added to the minute that begins at `start`, in milliseconds since 1970-01-01T00:00:00Z. */
export interface UsageIncrement extends UsageSubject, UsageCounts {
  readonly start: number;
}

/** Increments that are added together. */
export interface UsageBatch {
  /** Identifies the writer: one start of one gateway. */
  readonly writer: string;
  /** Larger than the numbers of all earlier batches of this writer. */
  readonly number: number;
  readonly increments: readonly UsageIncrement[];
}

/** Stores the usage of minutes, hours and days, each for its retention time. */
export interface UsageStore extends UsageReader {
  /**
   * Adds a batch to its minutes, hours and days, completely or not at all. If it rejects with a StoreError, the batch
   * may be added again, before any other batch of its writer, and is still counted once.
   */
  add(batch: UsageBatch): Promise<void>;
  close(): Promise<void>;
}
