/** The values that the schemas of single texts distinguish, on both sides. */
export interface Borders {
  readonly texts: Set<string>;
  readonly numbers: Set<number>;
  readonly lengths: Set<number>;
  readonly counts: Set<number>;
  readonly factors: Set<number>;
  readonly formats: Set<string>;
  readonly patterns: Set<string>;
  /** The names of properties. */
  readonly names: Set<string>;
}

/** The borders that are numbers in a schema. */
export type NumericBorder = 'numbers' | 'lengths' | 'counts' | 'factors';
