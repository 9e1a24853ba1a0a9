import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** The three breaks that a line may end with (LSP 3.17, "TextDocument"). */
const lineBreak = /\r\n|\n|\r/g;

/** A text as an array of lines, for many changes: a change within a line does not copy the following lines. */
class EditedLines {
  /** Each line includes its break; the last line has none. */
  #lines: string[];

  constructor(text: string) {
    this.#lines = splitLines(text);
  }

  get text(): string {
    return this.#lines.join('');
  }

  /** Replaces a range. Its ends may be in any order, and are limited to their line and to the text. */
  replace(range: Range, text: string): void {
    const [start, end] = [this.#clamp(range.start), this.#clamp(range.end)].toSorted(comparePositions);
    if (!start || !end) return;
    const before = this.#lines[start.line]?.slice(0, start.character) ?? '';
    const after = this.#lines[end.line]?.slice(end.character) ?? '';
    // A change can join or separate the halves of a CRLF, so the adjacent lines are split again too.
    const from = Math.max(start.line - 1, 0);
    const to = Math.min(end.line + 1, this.#lines.length - 1);
    const first = from < start.line ? (this.#lines[from] ?? '') : '';
    const last = to > end.line ? (this.#lines[to] ?? '') : '';
    const lines = splitLines(`${first}${before}${text}${after}${last}`);
    if (to < this.#lines.length - 1) lines.pop();
    if (lines.length !== to - from + 1) {
      // `splice` takes each line as an argument, and a long pasted text would exceed the maximum number of arguments.
      this.#lines = this.#lines.slice(0, from).concat(lines, this.#lines.slice(to + 1));
    } else for (const [index, line] of lines.entries()) this.#lines[from + index] = line;
  }

  #clamp({ line, character }: Position): Position {
    const [count, last] = [this.#lines.length, this.#lines.at(-1) ?? ''];
    if (line >= count) return { line: count - 1, character: last.length };
    const content = (this.#lines[line] ?? '').replace(/[\r\n]+$/, '');
    return { line, character: Math.min(character, content.length) };
  }
}

/** The package copies the text at each change, which is faster for up to this number of changes. */
const fewChanges = 4;

/** Creates the text of an open buffer, and applies the changes that an editor reports. */
export const editedDocument = {
  create: TextDocument.create,
  /**
   * A position after the end of the text means the end (LSP 3.17, "Position"); the package miscalculates it, so it is
   * clamped.
   */
  update(
    document: TextDocument,
    changes: readonly TextDocumentContentChangeEvent[],
    version: number,
  ): TextDocument {
    if (changes.length > fewChanges) return updateAtOnce(document, changes, version);
    // Each change refers to the text after the previous change.
    for (const change of changes) {
      const clamped = 'range' in change ? { ...change, range: clampRange(document, change.range) } : change;
      TextDocument.update(document, [clamped], version);
    }
    return changes.length === 0 ? TextDocument.update(document, [], version) : document;
  },
};

function updateAtOnce(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): TextDocument {
  let lines = new EditedLines(document.getText());
  for (const change of changes) {
    if ('range' in change) lines.replace(change.range, change.text);
    else lines = new EditedLines(change.text);
  }
  return TextDocument.update(document, [{ text: lines.text }], version);
}

function clampRange(document: TextDocument, { start, end }: Range): Range {
  return { start: clampPosition(document, start), end: clampPosition(document, end) };
}

function clampPosition(document: TextDocument, position: Position): Position {
  return document.positionAt(document.offsetAt(position));
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(lineBreak)) {
    lines.push(text.slice(start, index + found.length));
    start = index + found.length;
  }
  lines.push(text.slice(start));
  return lines;
}
