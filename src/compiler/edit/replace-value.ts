import { isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import {
  describePlace,
  type EditableText,
  type EditPlace,
  type FoundValue,
  endOfContent,
} from './editable-text.ts';
import {
  type PlainValue,
  renderBlock,
  renderFlow,
  renderJsonLine,
  renderJsonLines,
  type TextLayout,
} from './text-layout.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/**
 * Replaces the value at a place; comments around it stay. Throws an EditError if there is no value, or if more than the
 * value would be lost.
 */
export function replaceValue(source: EditableText, place: EditPlace, value: PlainValue): readonly TextEdit[] {
  const found = source.find(place);
  refuseLoss(source, place, found.node);
  const { start, end } = spanOf(source.text, found.node);
  const text = render(source, found, value);
  return [
    { offset: start, length: end - start, text: start === end ? spaced(source.text, start, text) : text },
  ];
}

/** Refuses to replace tags, comments, and anchors that aliases refer to, since they contain more than the value. */
function refuseLoss(source: EditableText, place: EditPlace, node: Node): void {
  const { start, end } = spanOf(source.text, node);
  const hasComment = mayHoldComments(node) && /(^|\s)#/m.test(source.text.slice(start, end));
  const reason =
    (node.tag !== undefined && 'has a tag') ||
    (hasComment && 'may hold a comment') ||
    (source.holdsAnchor(place, node) && 'holds an anchor that is used elsewhere');
  if (reason) throw new EditError(`${describePlace(place)} ${reason}, so it has to be edited by hand.`);
}

function mayHoldComments(node: Node): boolean {
  return isCollection(node) || isBlockScalar(node);
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && node.type?.startsWith('BLOCK') === true;
}

function spanOf(text: string, node: Node): { readonly start: number; readonly end: number } {
  const start = node.range?.[0] ?? 0;
  return { start, end: Math.max(start, endOfContent(text, node)) };
}

/** Adds spaces around a value that replaces an empty one, to separate it from its neighbours. */
function spaced(text: string, offset: number, value: string): string {
  const before = /\s/.test(text[offset - 1] ?? '\n') ? '' : ' ';
  const after = /[\s,}\]]/.test(text[offset] ?? '\n') ? '' : ' ';
  return before + value + after;
}

function render(source: EditableText, found: FoundValue, value: PlainValue): string {
  const { text, layout, isJson } = source;
  const { node, around } = found;
  if (isJson) return renderJson(text, node, value, layout);
  if (around.some(({ flow }) => flow)) return renderFlow(value, layout);
  const isScalarNow = typeof value !== 'object' || value === null;
  if (!isCollection(node) || node.flow)
    return isScalarNow ? renderBlock(value, 0, layout).trimEnd() : renderFlow(value, layout);
  const further = needsIndent(text, found, value) ? layout.indent.length : 0;
  const margin = isScalarNow ? 0 : columnOf(text, node) + further;
  return ' '.repeat(further) + renderBlock(value, margin, layout).trim();
}

function renderJson(text: string, node: Node, value: PlainValue, layout: TextLayout): string {
  const { start, end } = spanOf(text, node);
  if (!text.slice(start, end).includes('\n')) return renderJsonLine(value, layout);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return renderJsonLines(value, /[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '', layout);
}

/** Whether a new value must be indented further: only the items of a sequence may have the indentation of their key. */
function needsIndent(text: string, { node, around }: FoundValue, value: PlainValue): boolean {
  const parent = around.at(-1);
  const hasItems = Array.isArray(value) && value.length > 0;
  if (!isSeq(node) || !isMap(parent) || hasItems) return false;
  return columnOf(text, node) === columnOf(text, parent);
}

function columnOf(text: string, { range }: Node): number {
  const start = range?.[0] ?? 0;
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}
