import { isPair, type CST, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { FoundCollection } from './find-collection.ts';
import type { PlainObject, PlainValue } from './plain-value.ts';
import type { TextEdit } from './text-edit.ts';
import { layoutOf, renderFlow, renderJson } from './text-layout.ts';

/** Adds to a collection in flow style: beside its last item, or below where the closing bracket has its own line. */
export function insertIntoFlow(
  text: string,
  { collection, insideJson }: FoundCollection,
  addition: PlainObject | readonly PlainValue[],
): readonly TextEdit[] {
  const brackets = collection.srcToken as CST.FlowCollection;
  const oneLine = insideJson ? JSON.stringify(addition).slice(1, -1) : renderFlow(addition);
  if (collection.items.length === 0) return [insertion(brackets.start.offset + 1, ` ${oneLine} `)];
  const [itemStart, itemEnd] = spanOfLastItem(collection);
  const trailingComma = findTrailingComma(brackets);
  const end = trailingComma === undefined ? itemEnd : trailingComma + 1;
  const comma = trailingComma === undefined ? ',' : '';
  const lineEnd = findLineEnd(text, end, (collection.range?.[1] ?? 0) - 1);
  if (lineEnd === undefined) return [insertion(end, `${comma} ${oneLine}`)];
  const layout = layoutOf(text);
  const margin = marginAt(text, itemStart);
  const line = insideJson ? renderJson(addition, margin, layout) : oneLine;
  return [insertion(end, comma), insertion(lineEnd, layout.lineBreak + margin + line)];
}

function insertion(offset: number, text: string): TextEdit {
  return { offset, length: 0, text };
}

function spanOfLastItem({ items }: YAMLMap | YAMLSeq): readonly [start: number, end: number] {
  const last: unknown = items.at(-1);
  const first = (isPair(last) ? last.key : last) as Node;
  const final = (isPair(last) ? (last.value ?? last.key) : last) as Node;
  return [first.range?.[0] ?? 0, final.range?.[1] ?? 0];
}

function findTrailingComma({ items }: CST.FlowCollection): number | undefined {
  const last = items.at(-1);
  if (!last || last.key || last.value) return undefined;
  return last.start.find(({ type }) => type === 'comma')?.offset;
}

/** Where the line of `offset` ends; undefined where the closing bracket stands on it. */
function findLineEnd(text: string, offset: number, bracket: number): number | undefined {
  const rest = /\r?\n/.exec(text.slice(offset, bracket));
  return rest ? offset + rest.index : undefined;
}

/** The white space that the line of `offset` begins with. */
function marginAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}
