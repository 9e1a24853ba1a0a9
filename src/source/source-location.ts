/** A span of a source file: lines and columns from 1, columns in UTF-16 units. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
  /** RFC 6901 pointer of the value within its document. */
  readonly pointer: string;
}
