import { isScalar, parseAllDocuments } from 'yaml';
import type { TextEdit } from './text-edit.ts';
import { layoutOf } from './text-layout.ts';

/** Adds a YAML document, given as text, to the end of a file, with a separator where there is one before it. */
export function appendDocument(text: string, document: string): readonly TextEdit[] {
  const { lineBreak } = layoutOf(text);
  const lineEnd = text === '' || text.endsWith('\n') ? '' : lineBreak;
  const separator = endsInContent(text) ? '---' + lineBreak : '';
  const added = lineEnd + separator + document.replaceAll(/\r?\n/g, lineBreak);
  return [{ offset: text.length, length: 0, text: added }];
}

function endsInContent(text: string): boolean {
  const documents = parseAllDocuments(text);
  const contents = 'empty' in documents ? null : (documents.at(-1)?.contents ?? null);
  return contents !== null && !(isScalar(contents) && contents.source === '');
}
