import { isPair, type CST, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { EditableText } from './editable-text.ts';
import type { PlainObject, PlainValue } from './plain-value.ts';
import type { TextEdit } from './text-edit.ts';
import { renderFlow, renderJsonLine, renderJsonMembers } from './text-layout.ts';

/** Adds to a collection in flow style: beside its last item, or below where the closing bracket has its own line. */
export function insertIntoFlow(
  { text, isJson, layout }: EditableText,
  collection: YAMLMap | YAMLSeq,
  addition: PlainObject | readonly PlainValue[],
): readonly TextEdit[] {
  const brackets = collection.srcToken as CST.FlowCollection;
  const oneLine = withoutBrackets(isJson ? renderJsonLine(addition, layout) : renderFlow(addition, layout));
  const space = isJson && !layout.spaceJson ? '' : ' ';
  if (collection.items.length === 0) return [insertion(brackets.start.offset + 1, space + oneLine + space)];
  const { offset, comma } = endOfItems(collection, brackets);
  const lineEnd = findLineEnd(text, offset, (collection.range?.[1] ?? 0) - 1);
  if (lineEnd === undefined) return [insertion(offset, comma + space + oneLine)];
  const margin = marginOf(text, collection, brackets);
  const line = isJson ? renderJsonMembers(addition, margin, layout) : oneLine;
  return [insertion(offset, comma), insertion(lineEnd, layout.lineBreak + margin + line)];
}

function withoutBrackets(text: string): string {
  return text.slice(1, -1).trim();
}

function insertion(offset: number, text: string): TextEdit {
  return { offset, length: 0, text };
}

/** Where the next item would go, and the comma that has to go before it, unless there is one already. */
function endOfItems({ items }: YAMLMap | YAMLSeq, brackets: CST.FlowCollection) {
  const trailingComma = findTrailingComma(brackets);
  if (trailingComma !== undefined) return { offset: trailingComma + 1, comma: '' };
  return { offset: lastNodeOf(items.at(-1)).range?.[1] ?? 0, comma: ',' };
}

function firstNodeOf(item: unknown): Node {
  return (isPair(item) ? item.key : item) as Node;
}

function lastNodeOf(item: unknown): Node {
  return (isPair(item) ? (item.value ?? item.key) : item) as Node;
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

/**
 * The white space that a new line of the collection begins with: that of the last item's line or, where the
 * opening bracket stands on it too, as much as puts the line below the first item, since it has to stand
 * further in than what holds the collection (YAML 1.2.2, section 7.4).
 */
function marginOf(text: string, { items }: YAMLMap | YAMLSeq, brackets: CST.FlowCollection): string {
  const [first = 0, last = 0] = [items[0], items.at(-1)].map((item) => firstNodeOf(item).range?.[0]);
  const lineStart = text.lastIndexOf('\n', last - 1) + 1;
  if (lineStart <= brackets.start.offset) return text.slice(lineStart, first).replaceAll(/\S/g, ' ');
  return /^[ \t]*/.exec(text.slice(lineStart, last))?.[0] ?? '';
}
