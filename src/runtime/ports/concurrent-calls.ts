/** Releases the place of one call in a limit. Call it only once. */
export type Release = () => void;

/** Counts calls in progress, for all threads of a gateway together. It outlives generations. */
export interface ConcurrentCalls {
  /**
   * Prepares a limit. The returned function takes a place for a call. It returns undefined if `most` places are taken,
   * or if there is no memory to count the call.
   */
  prepare(key: string): (most: number) => Release | undefined;
}
