import type { RateLimit } from '#compiled/manifest.ts';

/** A limit, and the key of its counter. */
export interface CountedLimit {
  /** Identifies the counter in every generation, process and machine. */
  readonly key: string;
  readonly limit: RateLimit;
}

/** The result of counting a call against its limits. */
export interface Taken {
  /** `unavailable`: the call cannot be counted, and one of its limits refuses such calls. */
  readonly outcome: 'passed' | 'refused' | 'unavailable';
  /**
   * The index of the limit with the fewest remaining calls, or of the limit that refuses for the longest time; -1 if
   * nothing was counted.
   */
  readonly index: number;
  /** How many more calls that limit allows at once. */
  readonly remaining: number;
  /**
   * The time until another call is allowed, if none remains. Otherwise, the time until the limit is unused again.
   * Rounded up.
   */
  readonly seconds: number;
}

/** All limits that apply to a call. */
export interface LimitSet {
  /**
   * Takes a call from each limit, or from none if one of them refuses. Never throws or rejects; returns a promise only
   * if it has to wait.
   */
  take(): Taken | Promise<Taken>;
}

/**
 * Counts calls by the generic cell rate algorithm (ITU-T I.371): exactly, with one number for each key. It outlives
 * generations.
 */
export interface RateCounters {
  /** Prepares limits from which calls are taken together. A key in several sets has one counter. */
  prepare(limits: readonly CountedLimit[]): LimitSet;
}

export const secondsPerUnit: Readonly<Record<RateLimit['unit'], number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};
