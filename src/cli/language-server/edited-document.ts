import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** The three breaks that a line may end with (LSP 3.17, "TextDocument"). */
const lineBreak = /\r\n|\n|\r/g;

/** The lines of a text that many changes are made to: a change of a line does not move all those after it. */
class EditedLines {
  /** Each with its break, but the last one has none. */
  #lines: string[];

  constructor(text: string) {
    this.#lines = splitLines(text);
  }

  get text(): string {
    return this.#lines.join('');
  }

  /** The ends of a range may be in any order, and behind the end of their line or of the text. */
  replace(range: Range, text: string): void {
    const [start, end] = [this.#clamp(range.start), this.#clamp(range.end)].toSorted(comparePositions);
    if (!start || !end) return;
    const before = this.#lines[start.line]?.slice(0, start.character) ?? '';
    const after = this.#lines[end.line]?.slice(end.character) ?? '';
    // A change can join the halves of a break, or separate them, which are then in the lines around.
    const from = Math.max(start.line - 1, 0);
    const to = Math.min(end.line + 1, this.#lines.length - 1);
    const first = from < start.line ? (this.#lines[from] ?? '') : '';
    const last = to > end.line ? (this.#lines[to] ?? '') : '';
    const lines = splitLines(`${first}${before}${text}${after}${last}`);
    if (to < this.#lines.length - 1) lines.pop();
    if (lines.length !== to - from + 1) {
      // A splice passes each line as an argument, of which a pasted text has too many.
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

/** The package copies the text at each change, which is faster for as many as these. */
const fewChanges = 4;

/** How the text of an open buffer is made and follows the changes that an editor reports. */
export const editedDocument = {
  create: TextDocument.create,
  /** A position behind the end of the text means its end (LSP 3.17, "Position"), which the package counts wrongly. */
  update(
    document: TextDocument,
    changes: readonly TextDocumentContentChangeEvent[],
    version: number,
  ): TextDocument {
    if (changes.length > fewChanges) return updateAtOnce(document, changes, version);
    // Each change is about the text that the one before it has left.
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
