import type { Digest } from '#compiled/digest.ts';
import type { Place } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { SourceComment } from './suppressions.ts';

/** A part of a member: its key or its value. */
export type PlacePart = 'key' | 'value';

interface LocatedDocument {
  /** Its index in the file. */
  readonly index: number;
  /** Undefined if it is malformed. */
  readonly value: unknown;
  /** What can be read of it if it is malformed. */
  readonly remains?: unknown;
}

/** The texts that a workspace was read from, and the locations of values in them. */
export interface Sources {
  /** The span of a key or of a value; if the pointer has no target, of the nearest enclosing value. */
  locate(place: Place, part: PlacePart): SourceLocation;
  /** The text of a file that was read. */
  text(file: string): string | undefined;
  /** The digest of the text of a file that was read. */
  digest(file: string): Digest | undefined;
  /** The text at a location; empty if its file was not read. */
  textAt(location: SourceLocation): string;
  /** The comments of a file that was read; empty for JSON. Each call searches for them again. */
  comments(file: string): readonly SourceComment[];
  /** The document that contains a location; undefined if no document does. */
  documentAt(location: SourceLocation): LocatedDocument | undefined;
  /** Every file that was requested, sorted. */
  readonly files: readonly string[];
  /** The requested files whose text contains the marker of suppressions. */
  readonly marked: readonly string[];
  /** Whether the file was requested, or would be requested if it existed. Changes to other files have no effect. */
  covers(file: string): boolean;
}
