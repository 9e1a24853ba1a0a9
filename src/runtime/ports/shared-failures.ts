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

/**
 * Counts failures for several gateways together. Each verb is atomic, and rejects with a StoreError if it cannot.
 */
export interface SharedFailures {
  /** Counts a failure under each key, or under none while one of them is paused. Returns whether it was counted. */
  add(keys: readonly FailureKey[]): Promise<boolean>;
  /** Removes a failure that was none, and ends the pause that it started. */
  takeBack(keys: readonly FailureKey[]): Promise<void>;
  forget(key: string): Promise<void>;
  /** How long the longest pause of the keys lasts, in milliseconds; 0 if none is paused. */
  waitMs(keys: readonly FailureKey[]): Promise<number>;
  /** Remembers a value for a time, in milliseconds. */
  remember(value: string, milliseconds: number): Promise<void>;
  remembers(value: string): Promise<boolean>;
}
