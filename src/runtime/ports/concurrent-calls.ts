/** Gives the place of one call in a limit back. Call it once. */
export type Release = () => void;

/** Counts calls that are in progress, together in all threads of a gateway. It outlives generations. */
export interface ConcurrentCalls {
  /**
   * Prepares a limit. The returned function takes a place for a call; it returns undefined if `most` places are
   * taken, or if there is no memory to count the call.
   */
  prepare(key: string): (most: number) => Release | undefined;
}
