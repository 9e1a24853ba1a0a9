import { Parser } from 'yaml';
import { EditError, type TextEdit } from './text-edit.ts';

/** A document of a text: where it begins with its marker, if it has one, and where its content begins. */
interface DocumentSpan {
  readonly start: number;
  readonly hasMarker: boolean;
  /** Something that comes before or after documents and cannot be assigned to one of them. */
  readonly isSpecial: boolean;
}

/**
 * Removes one of several YAML documents, by its index, with the marker that separates it and the comments in it; the
 * comments above the first document stay. Removes all if there is no other. Throws an EditError if directives or ends of
 * documents are marked.
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

/** The first line that is neither empty nor a comment. */
function startOfContent(text: string): number {
  return /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)?.[0].length ?? 0;
}
