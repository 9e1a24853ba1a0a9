import type { Digest } from '../../compiled/digest.ts';
import type { Place } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import type { SourceComment } from './suppressions.ts';

/** Of a member: its key or its value. */
export type PlacePart = 'key' | 'value';

/** The texts that a workspace was read from, able to tell where a value stands. */
export interface Sources {
  /** The span of a key or of a value; of the nearest enclosing value where the pointer leads nowhere. */
  locate(place: Place, part: PlacePart): SourceLocation;
  /** The text of a file that was read. */
  text(file: string): string | undefined;
  /** The digest of that text. */
  digest(file: string): Digest | undefined;
  /** The text at a location; empty if its file was not read. */
  textAt(location: SourceLocation): string;
  /** The comments of a file that was read; none in JSON. They are looked for each time that they are asked for. */
  comments(file: string): readonly SourceComment[];
  /** The document that holds a location: its index in the file, and its value. Undefined where there is none. */
  documentAt(location: SourceLocation): { readonly index: number; readonly value: unknown } | undefined;
  /** Every file that was asked for, sorted. */
  readonly files: readonly string[];
  /** Those of them whose text holds the marker of suppressions. */
  readonly marked: readonly string[];
  /** Whether the file was asked for, or would be if it appeared: a change of any other file changes nothing. */
  covers(file: string): boolean;
}
