/** Ends the part that one call has in a limit. It is called once. */
export type Release = () => void;

/** Counts calls that are in progress, together in all threads of a gateway. It outlives generations. */
export interface ConcurrentCalls {
  /**
   * Prepares a limit. What it returns takes a place for a call; undefined if `most` are taken, or if there is no room to
   * count it.
   */
  prepare(key: string): (most: number) => Release | undefined;
}
