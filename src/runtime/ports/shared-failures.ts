/** The number of failures after which a key is paused, and the length of the pause. */
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

/** An attempt that has not ended counts as failed this long after it began, since its process may have stopped. */
export const maxAttemptMs = 120_000;

/** The deadline of an attempt, or the index of the key for which it has to wait. */
export type SharedAttempt = { readonly deadline: number } | 'paused' | { readonly busyKey: number };

/**
 * Counts failures and attempts in progress for several gateways together. Each method is atomic, and rejects with a
 * StoreError if it fails.
 */
export interface SharedFailures {
  /**
   * Counts an attempt under each key, or under none if one of them is paused or has so many attempts in progress that
   * they could use up all allowed failures.
   */
  begin(keys: readonly FailureKey[]): Promise<SharedAttempt>;
  /**
   * Ends the attempt with this deadline, as a failure or not. After the deadline it counts as failed already; this is
   * corrected if it has not failed. Before the deadline, an attempt that has not failed may be ended twice without
   * effect.
   */
  end(keys: readonly FailureKey[], deadline: number, hasFailed: boolean): Promise<void>;
  /** Forgets the failures of a key, not its attempts in progress. */
  forget(key: FailureKey): Promise<void>;
  /** The longest remaining pause of the keys, in milliseconds; 0 if none is paused. */
  waitMs(keys: readonly FailureKey[]): Promise<number>;
  /** Remembers a value for a time, in milliseconds. */
  remember(value: string, milliseconds: number): Promise<void>;
  remembers(value: string): Promise<boolean>;
}
