/** A file of the root of a clone, to be written where there is none yet. */
interface NewFile {
  /** Relative to the root, with `/` between segments. */
  readonly path: string;
  readonly text: string;
  readonly isExecutable?: true;
  /** Where there is such a file already, its owner may want to take something over. */
  readonly isShownIfKept?: true;
  /** What it runs for the configuration; a file that is there already may be another gateway's, or of another purpose. */
  readonly command?: string;
}

/** What `gatewright init` adds to a repository when asked to. */
export interface Addition {
  readonly files: readonly NewFile[];
  /** What is left to do by hand: a sentence each. */
  readonly advice: readonly string[];
}
