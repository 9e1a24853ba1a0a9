/** Why a file of a source tree could not be read. */
export type ReadFailure =
  | 'not-found'
  | 'too-large'
  | 'not-a-file'
  | 'outside-tree'
  | 'not-utf8'
  | 'unreadable';

export type ReadResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** Set if the path leads through a link. The text can then change without a visible change at the path. */
      readonly isLinked?: true;
    }
  | { readonly ok: false; readonly reason: ReadFailure };

/**
 * The files that everything is compiled from: a folder, a git tree or an editor's buffers.
 * Paths are relative to the root, with `/` between segments.
 */
export interface SourceTree {
  /**
   * The files that match any of the glob patterns, each once, sorted by path. Rejects if the list may be incomplete.
   */
  list(patterns: readonly string[]): Promise<readonly string[]>;
  /**
   * A file's text, decoded as UTF-8 without its byte order mark; for a `.png` file, its bytes in base64. Never rejects:
   * a failure is a value.
   */
  read(path: string, maxBytes: number): Promise<ReadResult>;
  /**
   * Does the same as `read`, but synchronously. If a tree does not have it, the texts that were read stay in memory.
   */
  readNow?(path: string, maxBytes: number): ReadResult;
  /**
   * Whether `list` would find a path now if a pattern fits it; undefined if only `list` can decide. A tree without
   * `has` is listed again wherever anything has changed.
   */
  has?(path: string): Promise<boolean | undefined>;
}
