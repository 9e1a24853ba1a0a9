/** The path to a position of a YAML document, whose text may be incomplete while the user types. */
export interface PathInDocument {
  /** The keys that lead from the root of the document to the position's mapping; an item of a list is `*`. */
  readonly parents: readonly string[];
  /** The key of the position's member, without quotes; undefined if it has none yet. */
  readonly key: string | undefined;
  /** The text after the key or the dash, without quotes and comments. */
  readonly value: string;
  /** Whether the position is in the key, or where a key can be written. */
  readonly isInKey: boolean;
  /**
   * The other keys of the mapping, with their values as texts; a value is empty if it is not a scalar in the same line.
   */
  readonly siblings: ReadonlyMap<string, string>;
}
