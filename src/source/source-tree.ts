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
      /** The path leads through a link, so that the text can change without a visible change of that path. */
      readonly isLinked?: true;
    }
  | { readonly ok: false; readonly reason: ReadFailure };

/**
 * The files that everything is compiled from: a folder, a git tree or an editor's buffers.
 * Paths are relative to the root, with `/` between segments.
 */
export interface SourceTree {
  /**
   * The files that match any of the glob patterns, each once, sorted by path. Rejects if it cannot be sure of all.
   */
  list(patterns: readonly string[]): Promise<readonly string[]>;
  /**
   * A file's text, decoded as UTF-8 without its byte order mark; that of a `.png` file is its bytes in base64. Never
   * rejects: a failure is a value.
   */
  read(path: string, maxBytes: number): Promise<ReadResult>;
  /** The same as `read`, at once. What was read from a tree without it stays in memory. */
  readNow?(path: string, maxBytes: number): ReadResult;
  /**
   * Whether `list` would find a path now if a pattern fits it; undefined if only `list` can decide. A tree without this
   * is listed again where anything has changed.
   */
  has?(path: string): Promise<boolean | undefined>;
}
