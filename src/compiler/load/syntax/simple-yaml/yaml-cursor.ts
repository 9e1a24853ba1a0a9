import { maximumDepth } from '../nesting.ts';
import { PlaceTape } from '../place-tape.ts';
import { carriageReturn, dash, dot, hash, isBlank, isLineEnd, lineFeed, space } from './characters.ts';
import { giveUp } from './doubt.ts';

/**
 * A position in a YAML text, and the locations of the values read so far.
 * The end of a block collection depends on the comments after its last value, as in the library. Comments right after a
 * value that have more indentation than its collection belong to the value. The comments after them extend the
 * collections around the first collection that ends here and does not begin to the right of all of them.
 */
export class YamlCursor {
  readonly text: string;
  readonly tape = new PlaceTape();
  at: number;
  /**
   * The column of the next content, if the cursor is at the first character of its line; -1 at the end of the document.
   */
  column = -1;
  /** The end of the last value, including the line break and the comments that belong to it. */
  extent = 0;
  /**
   * The largest column of the comments since the last value, key or dash that belong to no value; -1 if there are none.
   */
  commentColumn = -1;
  /** The start of the flow collection that is being read; undefined outside flow collections. */
  flowAt: number | undefined;
  #keyStart = 0;
  #keyEnd = 0;
  #depth: number;

  /** `at` is the first position, inside `depth` collections. */
  constructor(text: string, at = 0, depth = 0) {
    this.text = text;
    this.at = at;
    this.#depth = depth;
  }

  /** The code of the character `offset` characters after the cursor; NaN at the end of the text. */
  code(offset = 0): number {
    return this.text.charCodeAt(this.at + offset);
  }

  /** Sets the key of the next value that is opened. */
  setKey(start: number, end: number): void {
    this.#keyStart = start;
    this.#keyEnd = end;
  }

  /** Begins a value and returns its number. */
  open(start = this.at): number {
    const value = this.tape.open(start, this.#keyStart, this.#keyEnd);
    this.setKey(0, 0);
    return value;
  }

  /** Enters a collection. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > maximumDepth) giveUp();
  }

  /** Exits a collection. */
  exit(): void {
    this.#depth -= 1;
  }

  /** Ends a block collection at `column`, when the cursor is at the next content. */
  leave(collection: number, column: number): void {
    this.exit();
    this.tape.close(collection, this.extent);
    if (column === 0 || this.commentColumn < column) return;
    this.extent = this.at;
    this.commentColumn = -1;
  }

  /** Ends a scalar or flow collection here, in a block collection at `column`. The cursor moves to the next content. */
  finish(value: number, column: number): void {
    this.tape.close(value, this.at);
    this.finishLine();
    this.endValue(column);
  }

  /** Moves from the line after a value to the next content; comments beyond `column` belong to the value. */
  endValue(column: number): void {
    this.extent = this.at;
    this.commentColumn = -1;
    this.toContent(column);
  }

  /** Moves from the start of a line to the next content. */
  toContent(valueColumn: number): void {
    for (;;) {
      const lineStart = this.at;
      this.skipSpaces();
      const code = this.code();
      if (code === hash) this.#takeComment(this.at - lineStart, valueColumn);
      else if (code === lineFeed) this.at += 1;
      else if (code === carriageReturn) this.at += 2;
      else return this.#setColumn(lineStart, code);
    }
  }

  skipSpaces(): void {
    const { text } = this;
    let { at } = this;
    while (text.charCodeAt(at) === space) at += 1;
    this.at = at;
  }

  /** Steps to the next line. */
  skipLine(): void {
    const lineBreak = this.text.indexOf('\n', this.at);
    this.at = lineBreak === -1 ? this.text.length : lineBreak + 1;
  }

  /** Moves to the next line, if only a comment may come before it. Returns whether there was one. */
  finishLine(): boolean {
    this.skipSpaces();
    const code = this.code();
    const hasComment = code === hash && this.code(-1) === space;
    if (!hasComment && !isLineEnd(code)) giveUp();
    this.skipLine();
    return hasComment;
  }

  /** Whether the cursor is at the marker `---` or `...`. */
  isAtDocumentMark(): boolean {
    const code = this.code();
    if (code !== dash && code !== dot) return false;
    return this.code(1) === code && this.code(2) === code && isBlank(this.code(3));
  }

  #takeComment(column: number, valueColumn: number): void {
    this.skipLine();
    if (this.commentColumn === -1 && column > valueColumn) this.extent = this.at;
    else this.commentColumn = Math.max(this.commentColumn, column);
  }

  #setColumn(lineStart: number, code: number): void {
    const isEnd = Number.isNaN(code) || (this.at === lineStart && this.isAtDocumentMark());
    this.column = isEnd ? -1 : this.at - lineStart;
  }
}
