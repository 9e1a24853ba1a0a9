/** When failures bring a pause about, and how long it is. */
export interface FailureLimit {
  /** So many are free; the last of them brings the first pause. */
  readonly free: number;
  /** Each failure after that doubles the pause, up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** So long after its last failure, or the pause that it brought, a key is forgotten. */
  readonly forgottenAfterMs: number;
}

/** What failures are counted under. */
export interface FailureKey {
  readonly key: string;
  readonly limit: FailureLimit;
}

/** Counts failures for several gateways together. Each verb is atomic, and rejects with a StoreError where it cannot. */
export interface SharedFailures {
  /** Counts a failure under each key, or under none while one of them is paused; whether it was counted. */
  add(keys: readonly FailureKey[]): Promise<boolean>;
  /** What was added was none; the pause that it brought is over, and before that one there was no other. */
  takeBack(keys: readonly FailureKey[]): Promise<void>;
  forget(key: string): Promise<void>;
  /** How long the longest pause of the keys lasts, in milliseconds; 0 where none is paused. */
  waitMs(keys: readonly FailureKey[]): Promise<number>;
  /** Remembers a value for so long, in milliseconds. */
  remember(value: string, milliseconds: number): Promise<void>;
  remembers(value: string): Promise<boolean>;
}
