/** A finding that may stand, as a baseline keeps it: known by what it is about, not by its line. */
export interface KnownFinding {
  readonly rule: string;
  readonly file: string;
  /** Index of the YAML document in the file; 0 if left out. */
  readonly document?: number;
  /** RFC 6901 pointer within that document. */
  readonly pointer: string;
  /** 32 hexadecimal digits. */
  readonly fingerprint: string;
  /**
   * Digests of what can move and holds it, 16 hexadecimal digits each: list items by their pointers, and under the
   * empty pointer a declaration among others of its file.
   */
  readonly items?: Readonly<Record<string, string>>;
  /** How many findings are the same in all this; 1 if left out. */
  readonly count?: number;
}
