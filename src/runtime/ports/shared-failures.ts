/** After how many failures a key is paused, and for how long. */
export interface FailureLimit {
  /** How many failures are allowed; the last of them starts the first pause. */
  readonly free: number;
  /** Each failure after that doubles the pause, up to the longest. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** How long after its last failure, or the pause that followed, a key is forgotten. */
  readonly forgottenAfterMs: number;
}

/** The key for counting failures. */
export interface FailureKey {
  readonly key: string;
  readonly limit: FailureLimit;
}

/** An attempt counts as failed this long after it began if it has not ended, since whoever made it may have stopped. */
export const maxAttemptMs = 120_000;

/** Of an attempt: its deadline, or the index of the key for which it has to wait. */
export type SharedAttempt = { readonly deadline: number } | 'paused' | { readonly busyKey: number };

/**
 * Counts failures and attempts in progress for several gateways together. Each verb is atomic, and rejects with a
 * StoreError if it cannot.
 */
export interface SharedFailures {
  /**
   * Counts an attempt under each key, or under none while one of them is paused, or has so many attempts in progress
   * that these might use up all failures that are allowed.
   */
  begin(keys: readonly FailureKey[]): Promise<SharedAttempt>;
  /**
   * Ends the attempt with this deadline, as a failure or not. After the deadline, it counts as failed already, which is
   * taken back if it has not failed. Before that, an attempt that has not failed may be ended again without effect.
   */
  end(keys: readonly FailureKey[], deadline: number, hasFailed: boolean): Promise<void>;
  /** Forgets the failures of a key, not its attempts in progress. */
  forget(key: FailureKey): Promise<void>;
  /** How long the longest pause of the keys lasts, in milliseconds; 0 if none is paused. */
  waitMs(keys: readonly FailureKey[]): Promise<number>;
  /** Remembers a value for a time, in milliseconds. */
  remember(value: string, milliseconds: number): Promise<void>;
  remembers(value: string): Promise<boolean>;
}
