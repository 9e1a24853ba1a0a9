import { Parser } from 'yaml';
import { EditError, type TextEdit } from './text-edit.ts';

/** A document in a text. It starts at its marker, or at its content if it has no marker. */
interface DocumentSpan {
  readonly start: number;
  readonly hasMarker: boolean;
  readonly isEmpty: boolean;
  /** Whether the text has a directive or an end marker, which cannot be assigned to one document. */
  readonly isSpecial: boolean;
}

/** Removes one YAML document, as `removeDocuments` does. */
export function removeDocument(text: string, index: number): readonly TextEdit[] {
  return removeDocuments(text, new Set([index]));
}

/**
 * Removes YAML documents, by their indices, with their comments; the comments above the first document stay. If no other
 * document has content, removes the whole text. The marker of a later document stays as an empty document, so that git
 * merges the removals of two neighbours; it goes if an empty or removed document is above it already. Throws an EditError
 * if the text has directives or end markers.
 */
export function removeDocuments(text: string, indices: ReadonlySet<number>): readonly TextEdit[] {
  const spans = findDocuments(text);
  if (spans.some(({ isSpecial }) => isSpecial))
    throw new EditError('The documents of the file have directives or end markers.');
  const removed = [...indices].map((index) => {
    const span = spans[index];
    if (!span) throw new EditError('The file does not have the document.');
    return { index, span };
  });
  if (spans.every(({ isEmpty }, index) => indices.has(index) || isEmpty)) return [removal(0, text.length)];
  return removed.map(({ index, span }) => {
    const end = spans[index + 1]?.start ?? text.length;
    if (!span.hasMarker) return removal(startOfContent(text), end);
    const isNeeded = index > 0 && !spans[index - 1]?.isEmpty && !indices.has(index - 1);
    return removal(isNeeded ? endOfMarker(text, span.start) : span.start, end);
  });
}

function removal(start: number, end: number): TextEdit {
  return { offset: start, length: end - start, text: '' };
}

function findDocuments(text: string): readonly DocumentSpan[] {
  const spans: DocumentSpan[] = [];
  let isSpecial = false;
  for (const token of new Parser().parse(text)) {
    isSpecial ||= token.type === 'directive' || token.type === 'doc-end';
    if (token.type !== 'document') continue;
    const marker = token.start.find(({ type }) => type === 'doc-start');
    const hasMarker = marker !== undefined;
    spans.push({ start: marker?.offset ?? token.offset, hasMarker, isEmpty: !token.value, isSpecial });
  }
  return isSpecial ? spans.map((span) => ({ ...span, isSpecial })) : spans;
}

/** The offset of the line below a marker; of the marker itself if anything else is on its line. */
function endOfMarker(text: string, start: number): number {
  return start + (/^---[ \t]*\r?\n/.exec(text.slice(start))?.[0].length ?? 0);
}

/** The offset of the first line that is neither empty nor a comment. */
function startOfContent(text: string): number {
  return /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)?.[0].length ?? 0;
}
