import { Parser } from 'yaml';
import { EditError, type TextEdit } from './text-edit.ts';

/** A document in a text. It starts at its marker, or at its content if it has no marker. */
interface DocumentSpan {
  readonly start: number;
  readonly hasMarker: boolean;
  /** Whether the text has a directive or an end marker, which cannot be assigned to one document. */
  readonly isSpecial: boolean;
}

/**
 * Removes one of several YAML documents, by its index, with its marker and its comments; the comments above the first
 * document stay. If it is the only document, removes the whole text. Throws an EditError if the text has directives or
 * end markers.
 */
export function removeDocument(text: string, index: number): readonly TextEdit[] {
  const spans = findDocuments(text);
  if (spans.some(({ isSpecial }) => isSpecial))
    throw new EditError('The documents of the file have directives or end markers.');
  const [span, next] = [spans[index], spans[index + 1]];
  if (!span) throw new EditError('The file does not have the document.');
  if (spans.length === 1) return [{ offset: 0, length: text.length, text: '' }];
  if (span.hasMarker) return [removal(span.start, next?.start ?? text.length)];
  const content = startOfContent(text);
  const lineEnd = text.indexOf('\n', next?.start ?? 0) + 1;
  if (!next || text.slice(next.start, lineEnd).trim() !== '---')
    throw new EditError('The second document begins on the line of its marker.');
  return [removal(content, lineEnd)];
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
    spans.push({ start: marker?.offset ?? token.offset, hasMarker: marker !== undefined, isSpecial });
  }
  return isSpecial ? spans.map((span) => ({ ...span, isSpecial })) : spans;
}

/** The offset of the first line that is neither empty nor a comment. */
function startOfContent(text: string): number {
  return /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)?.[0].length ?? 0;
}
