/** The values at which schemas start or stop allowing a text, on both sides. */
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

/** The kinds of borders that come from keywords with a number. */
export type NumericBorder = 'numbers' | 'lengths' | 'counts' | 'factors';
