import type { Listings } from './listings.ts';
import type { ReadText } from './read-text.ts';

/** What one load knows of files from those before. */
export interface FileCache {
  readonly listings: Listings;
  /** What a file held, unless it may have changed. */
  text(path: string): ReadText | undefined;
  /** The text that was known before where what was read now is the same. */
  knownAs(path: string, read: ReadText): ReadText;
}
