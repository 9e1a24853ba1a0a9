import type { SourceLocation } from '../../source/source-location.ts';

/** A comment of a YAML file. */
export interface SourceComment {
  /** From its `#` to the end of the line. */
  readonly text: string;
  readonly at: SourceLocation;
}
