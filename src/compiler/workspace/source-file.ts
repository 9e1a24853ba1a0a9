import { type Edit, findEdit } from '#source/find-edit.ts';
import type { Json } from '#compiled/json.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { PlacePart } from './sources.ts';

/** Offsets of a span in a text: its first character, and the character after its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One document of a parsed file. */
export interface SourceDocument {
  /** Plain JSON; undefined if the document is empty or broken. */
  readonly value: unknown;
  /** The readable parts of a broken document, for guessing its intended kind. */
  readonly remains?: unknown;
  /** The location of a key or a value; if the pointer has no target, of the nearest enclosing value. */
  locate(pointer: readonly string[], part: PlacePart): Span;
  /** The text of a scalar as it is written, without quotes: `1.10` if the value is 1.1. */
  scalarText(pointer: readonly string[]): string | undefined;
  /** The texts of the numbers in the document that JSON.stringify would write differently; undefined without any. */
  numberTexts(): Json | undefined;
}

/** An error of a parser. */
export interface SyntaxProblem {
  readonly code: 'yaml-syntax' | 'json-syntax' | 'duplicate-key' | 'nesting-too-deep' | 'unfit-value';
  readonly message: string;
  readonly help?: string;
  readonly span: Span;
}

/** A file that was read and parsed: one document if it is JSON, one or more if it is YAML. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly SyntaxProblem[];
  readonly #lines: LineTable;
  #documentStarts: readonly number[] | undefined;

  /** Given an earlier state of the file, scans only the lines that differ. */
  constructor(
    path: string,
    text: string,
    documents: readonly SourceDocument[],
    problems: readonly SyntaxProblem[],
    before?: SourceFile,
  ) {
    this.path = path;
    this.text = text;
    this.documents = documents;
    this.problems = problems;
    this.#lines = new LineTable(text, before ? before.#lines : undefined);
  }

  /** The location of a span, in lines and columns from 1. */
  toLocation(span: Span, pointer: string): SourceLocation {
    const from = this.#lines.positionOf(span.start);
    const to = this.#lines.positionOf(span.end);
    return { file: this.path, ...from, endLine: to.line, endColumn: to.column, pointer };
  }

  /** The index of the document that contains a line and column; 0 before the start of the first document. */
  documentAt({ line, column }: SourceLocation): number {
    if (this.documents.length < 2) return 0;
    const starts = (this.#documentStarts ??= this.documents.map((one) => one.locate([], 'value').start));
    const offset = this.#lines.offsetOf(line, column);
    return Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
  }
}

/**
 * Finds the line and column of offsets in one text. The table is built on first use, or at once from the table of a
 * similar text.
 */
export class LineTable {
  readonly #text: string;
  #starts: number[] | undefined;

  /** Given the table of a similar text, scans only the lines that differ. */
  constructor(text: string, before?: LineTable) {
    this.#text = text;
    // Computed at once, since the previous text would otherwise stay in memory.
    const known = before ? before.#starts : undefined;
    if (before && known) this.#starts = moveStarts(known, findEdit(before.#text, text), text);
  }

  /** Line and column from 1, the column in UTF-16 units. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** The offset of a line and column; the end of the text if it has fewer lines. */
  offsetOf(line: number, column: number): number {
    return (this.#lineStarts()[line - 1] ?? this.#text.length) + column - 1;
  }

  /** A line, counted from 1, without its line break; undefined if the text has fewer lines. */
  lineAt(line: number): string | undefined {
    const starts = this.#lineStarts();
    const start = starts[line - 1];
    if (start === undefined) return undefined;
    const next = starts[line];
    const text = this.#text.slice(start, next === undefined ? undefined : next - 1);
    return next !== undefined && text.endsWith('\r') ? text.slice(0, -1) : text;
  }

  #lineStarts(): readonly number[] {
    return (this.#starts ??= findLineStarts(this.#text));
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line starts of a text, computed from the line starts before an edit. */
function moveStarts(before: readonly number[], { start, endBefore, end }: Edit, text: string): number[] {
  const first = before.findIndex((at) => at > start);
  const starts = before.slice(0, first === -1 ? undefined : first);
  for (const at of findLineStarts(text.slice(start, end)).slice(1)) starts.push(start + at);
  for (let index = first === -1 ? before.length : first; index < before.length; index += 1) {
    const at = before[index]!;
    if (at > endBefore) starts.push(at - endBefore + end);
  }
  return starts;
}
