import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { EditedLines } from './edited-lines.ts';

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
