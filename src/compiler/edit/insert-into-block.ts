import { isCollection, isPair, isScalar, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { PlainValue } from './plain-value.ts';
import type { TextEdit } from './text-edit.ts';
import { layoutOf, renderBlock } from './text-layout.ts';

/** Adds to a collection in block style, which is never empty: whole lines below its last one. */
export function insertIntoBlock(
  text: string,
  collection: YAMLMap | YAMLSeq,
  addition: PlainValue,
): readonly TextEdit[] {
  const layout = layoutOf(text);
  const margin = collection.srcToken && 'indent' in collection.srcToken ? collection.srcToken.indent : 0;
  const lines = renderBlock(addition, margin, layout);
  const offset = startOfNextLine(text, endOfContent(text, collection));
  return [{ offset, length: 0, text: text[offset - 1] === '\n' ? lines : layout.lineBreak + lines }];
}

/** The offset after a node's last character that means something; blank lines and comments below it do not. */
function endOfContent(text: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    if (last) return endOfContent(text, (isPair(last) ? (last.value ?? last.key) : last) as Node);
  }
  const [start, end] = node.range ?? [0, 0];
  return isScalar(node) && node.type?.startsWith('BLOCK') ? endOfBlockScalar(text, start, end) : end;
}

/** Blank lines below a block scalar belong to it where its header has a `+` (YAML 1.2.2, section 8.1.1.2). */
function endOfBlockScalar(text: string, start: number, end: number): number {
  const scalar = text.slice(start, end);
  if (/^[|>]\d?\+/.test(scalar)) return end - 1;
  return start + scalar.replace(/[\r\n]+$/, '').length;
}

function startOfNextLine(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak === -1 ? text.length : lineBreak + 1;
}
