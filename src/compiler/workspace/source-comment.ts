import type { SourceLocation } from '../../source/source-location.ts';

/** What the comments begin with that suppress findings. */
export const suppressionMarker = 'gatewright-ignore';

/** A comment of a YAML file. */
export interface SourceComment {
  /** From its `#` to the end of the line. */
  readonly text: string;
  readonly at: SourceLocation;
}
