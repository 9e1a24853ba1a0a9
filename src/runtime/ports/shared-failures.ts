/** The number of failures after which a key is paused, and the length of the pause. */
export interface FailureLimit {
  /** The number of failures that are allowed; the last of them starts the first pause. */
  readonly free: number;
  /** Each further failure doubles the pause, up to the maximum. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** How long after its last failure, or after the pause that followed, a key is reset. */
  readonly forgottenAfterMs: number;
}

/** A key whose failures are counted, and its limit. */
export interface FailureKey {
  readonly key: string;
  readonly limit: FailureLimit;
}

/** An attempt that has not ended after this time counts as failed, since its process may have stopped. */
export const maxAttemptMs = 120_000;

/** The deadline of an attempt that has begun; `paused`; or the index of the key for which the attempt has to wait. */
export type SharedAttempt = { readonly deadline: number } | 'paused' | { readonly busyKey: number };

/**
 * Counts failures and attempts in progress for several gateways together. Each method is atomic, and rejects with a
 * StoreError if it fails.
 */
export interface SharedFailures {
  /**
   * Counts an attempt under each key. Counts it under none if a key is paused, or has so many attempts in progress that
   * they could use up all allowed failures.
   */
  begin(keys: readonly FailureKey[]): Promise<SharedAttempt>;
  /**
   * Ends the attempt with this deadline, as failed or not. After the deadline, the attempt already counts as failed,
   * which is corrected if it has not failed. Before the deadline, it has no effect to end a successful attempt twice.
   */
  end(keys: readonly FailureKey[], deadline: number, hasFailed: boolean): Promise<void>;
  /** Resets the failures of a key, but not its attempts in progress. */
  forget(key: FailureKey): Promise<void>;
  /** The longest remaining pause of the keys, in milliseconds; 0 if none is paused. */
  waitMs(keys: readonly FailureKey[]): Promise<number>;
  /** Remembers a value for a time, in milliseconds. */
  remember(value: string, milliseconds: number): Promise<void>;
  remembers(value: string): Promise<boolean>;
}
