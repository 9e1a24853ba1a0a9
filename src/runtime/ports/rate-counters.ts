import type { RateLimit } from '#compiled/manifest.ts';

/** A limit, and the key of its counter. */
export interface CountedLimit {
  /** Names the counter, the same in every generation, process and machine. */
  readonly key: string;
  readonly limit: RateLimit;
}

/** Whether a call is within its limits. */
export interface Taken {
  /** `unavailable` if it cannot be counted, and one of the limits refuses it then. */
  readonly outcome: 'passed' | 'refused' | 'unavailable';
  /**
   * The index of the limit with the least left, or of the one that refuses for the longest time; -1 if nothing was
   * counted.
   */
  readonly index: number;
  /** How many more calls it would allow at once. */
  readonly remaining: number;
  /**
   * The time until another call is allowed if nothing is left, otherwise until the limit is unused again; rounded up.
   */
  readonly seconds: number;
}

/** All the limits that a call falls under. */
export interface LimitSet {
  /**
   * Takes a call from each of them, or from none if one of them refuses. It never throws or rejects, and returns a
   * promise only if it has to wait.
   */
  take(): Taken | Promise<Taken>;
}

/**
 * Counts calls by the generic cell rate algorithm (ITU-T I.371): exactly, with one number a key. It outlives
 * generations.
 */
export interface RateCounters {
  /** Prepares limits for being taken together; keys that occur in several sets are counted once. */
  prepare(limits: readonly CountedLimit[]): LimitSet;
}

export const secondsPerUnit: Readonly<Record<RateLimit['unit'], number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};
