import type { YAMLMap, YAMLSeq } from 'yaml';
import type { EditableText } from './editable-text.ts';
import { endOfContent } from './end-of-content.ts';
import type { PlainValue } from './plain-value.ts';
import type { TextEdit } from './text-edit.ts';
import { renderBlock } from './text-layout.ts';

/** Adds to a collection in block style, which is never empty: whole lines below its last one. */
export function insertIntoBlock(
  { text, layout }: EditableText,
  collection: YAMLMap | YAMLSeq,
  addition: PlainValue,
): readonly TextEdit[] {
  const margin = collection.srcToken && 'indent' in collection.srcToken ? collection.srcToken.indent : 0;
  const lines = renderBlock(addition, margin, layout);
  const offset = startOfNextLine(text, endOfContent(text, collection));
  return [{ offset, length: 0, text: text[offset - 1] === '\n' ? lines : layout.lineBreak + lines }];
}

function startOfNextLine(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak === -1 ? text.length : lineBreak + 1;
}
