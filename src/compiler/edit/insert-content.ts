import {
  isPair,
  type CST,
  type Node,
  type YAMLMap,
  type YAMLSeq,
  isSeq,
  isMap,
  isScalar,
  parseAllDocuments,
} from 'yaml';
import { type EditableText, endOfContent, describePlace, type EditPlace, keyOf } from './editable-text.ts';
import {
  type PlainObject,
  type PlainValue,
  renderFlow,
  renderJsonLine,
  renderJsonMembers,
  renderBlock,
  layoutOf,
} from './text-layout.ts';
import { type TextEdit, EditError } from './text-edit.ts';

/**
 * Adds to a flow collection: after its last item, or on a new line below it if the closing bracket has its own line.
 */
function insertIntoFlow(
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

/** Where the next item goes, and the comma before it, which is empty if the collection has a trailing comma. */
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

/** The end of the line that contains `offset`; undefined if the closing bracket is on that line. */
function findLineEnd(text: string, offset: number, bracket: number): number | undefined {
  const rest = /\r?\n/.exec(text.slice(offset, bracket));
  return rest ? offset + rest.index : undefined;
}

/**
 * The white space before a new line of the collection: that of the last item's line. If the opening bracket is on that
 * line too, the new line is aligned with the first item, since it must be indented further than the parent of the
 * collection (YAML 1.2.2, section 7.4).
 */
function marginOf(text: string, { items }: YAMLMap | YAMLSeq, brackets: CST.FlowCollection): string {
  const [first = 0, last = 0] = [items[0], items.at(-1)].map((item) => firstNodeOf(item).range?.[0]);
  const lineStart = text.lastIndexOf('\n', last - 1) + 1;
  if (lineStart <= brackets.start.offset) return text.slice(lineStart, first).replaceAll(/\S/g, ' ');
  return /^[ \t]*/.exec(text.slice(lineStart, last))?.[0] ?? '';
}

/** Adds to a block collection, which is never empty: whole lines below its last line. */
function insertIntoBlock(
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

/** Adds an item to the end of the sequence at a place. Throws an EditError if there is no sequence. */
export function appendItem(source: EditableText, place: EditPlace, item: PlainValue): readonly TextEdit[] {
  return appendItems(source, place, [item]);
}

/** Adds items to the end of the sequence at a place. Throws an EditError if there is no sequence. */
export function appendItems(
  source: EditableText,
  place: EditPlace,
  items: readonly PlainValue[],
): readonly TextEdit[] {
  const collection = source.findCollection(place);
  if (!isSeq(collection)) throw new EditError(`${describePlace(place)} is not a sequence.`);
  return collection.flow
    ? insertIntoFlow(source, collection, items)
    : insertIntoBlock(source, collection, items);
}

/**
 * Adds members to the end of the mapping at a place. Throws an EditError if there is no mapping, or if it already has
 * one of the keys.
 */
export function addMembers(
  source: EditableText,
  place: EditPlace,
  members: PlainObject,
): readonly TextEdit[] {
  const collection = findMapping(source, place, members);
  return collection.flow
    ? insertIntoFlow(source, collection, members)
    : insertIntoBlock(source, collection, members);
}

/**
 * Adds members to a mapping like `addMembers`, but above its first member if that begins a line. So git merges the
 * change with one of the last member.
 */
export function addMembersAbove(
  source: EditableText,
  place: EditPlace,
  members: PlainObject,
): readonly TextEdit[] {
  const { text, layout } = source;
  const collection = findMapping(source, place, members);
  const start = firstNodeOf(collection.items[0]).range?.[0] ?? 0;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const margin = text.slice(lineStart, start);
  if (collection.flow || !/^ +$/.test(margin)) return addMembers(source, place, members);
  return [insertion(lineStart, renderBlock(members, margin.length, layout))];
}

function findMapping(source: EditableText, place: EditPlace, members: PlainObject): YAMLMap {
  const collection = source.findCollection(place);
  if (!isMap(collection)) throw new EditError(`${describePlace(place)} is not a mapping.`);
  const taken = collection.items.map(({ key }) => keyOf(key)).find((key) => Object.hasOwn(members, key));
  if (taken !== undefined) throw new EditError(`The mapping has the key ${taken} already.`);
  return collection;
}

/** Adds a YAML document, given as text, to the end of a file, after a separator if the file ends in a document. */
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
