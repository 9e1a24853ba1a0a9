import { isAlias, isSeq, type Node, type YAMLSeq } from 'yaml';
import { describePlace, type EditableText, type EditPlace, endOfContent } from './editable-text.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/**
 * Removes items, given by their indices, from the sequence at a place; comments above the items stay. Throws an
 * EditError if no item would remain, or if more than the items would be lost.
 */
export function removeItems(
  source: EditableText,
  place: EditPlace,
  indices: readonly number[],
): readonly TextEdit[] {
  const sequence = source.findCollection(place);
  if (!isSeq<Node>(sequence)) throw new EditError(`${describePlace(place)} is not a sequence.`);
  const isRemoved = (index: number) => indices.includes(index);
  if (sequence.items.every((_, index) => isRemoved(index)))
    throw new EditError(`${describePlace(place)} would be left empty.`);
  const { items } = sequence;
  refuseProperties(
    source,
    place,
    items.filter((_, index) => isRemoved(index)),
  );
  const lastRemaining = items.findLastIndex((_, index) => !isRemoved(index));
  return items.flatMap((_, index) => {
    if (!isRemoved(index)) return [];
    const edit = sequence.flow
      ? removeFromFlow(items, index, index < lastRemaining)
      : removeLines(source.text, sequence, items, index);
    return [refuseLoss(source.text, edit, place, sequence.flow === true)];
  });
}

/** Refuses items with an anchor or a tag, which the parser does not include in the range of an item. */
function refuseProperties(source: EditableText, place: EditPlace, removed: readonly Node[]): void {
  const bears = removed.some(
    (node) => isNamed(node) || node.tag !== undefined || source.holdsAnchor(place, node),
  );
  if (!bears) return;
  throw new EditError(
    `${describePlace(place)} has an item with an anchor or a tag, so it has to be edited by hand.`,
  );
}

function isNamed(node: Node): boolean {
  return isAlias(node) || node.anchor !== undefined;
}

/** Removes an item with the comma after it, or with the comma before it if no remaining item follows. */
function removeFromFlow(items: readonly Node[], index: number, isBeforeRemaining: boolean): TextEdit {
  const [start, end] = rangeOf(items[index]);
  if (isBeforeRemaining) return removal(start, rangeOf(items[index + 1])[0]);
  return removal(rangeOf(items[index - 1])[1], end);
}

/** Removes the lines of an item. Blank lines below it stay, so they must not become part of a block scalar above. */
function removeLines(text: string, { srcToken }: YAMLSeq, items: readonly Node[], index: number): TextEdit {
  const [above, belowIt] = rangeOf(items[index - 1]);
  if (/[|>]\d?\+/.test(text.slice(above, belowIt)))
    throw new EditError('An item follows a text that keeps its line breaks, so it has to be edited by hand.');
  const tokens = srcToken?.type === 'block-seq' ? srcToken.items[index]?.start : undefined;
  const hyphen = tokens?.find(({ type }) => type === 'seq-item-ind')?.offset ?? rangeOf(items[index])[0];
  const start = text.lastIndexOf('\n', hyphen - 1) + 1;
  if (text.slice(start, hyphen).trim() !== '')
    throw new EditError('An item is on the line of its parent, so it has to be edited by hand.');
  const lineBreak = text.indexOf('\n', endOfContent(text, items[index]!));
  const end = lineBreak === -1 ? text.length : lineBreak + 1;
  const isCommentNext = /^\s*[ \t]#/.test(text.slice(end));
  if (isCommentNext && items.slice(0, index).some((node) => holdsBlockText(node, text)))
    throw new EditError('A comment would become part of the text above, so it has to be edited by hand.');
  return removal(start, end);
}

/** Whether a node contains a block scalar, which ends only where less indented content begins. */
function holdsBlockText(node: Node, text: string): boolean {
  return /(^|\s)[|>][-+\d]*[ \t]*(#.*)?$/m.test(text.slice(...rangeOf(node)));
}

function refuseLoss(text: string, edit: TextEdit, place: EditPlace, isFlow: boolean): TextEdit {
  const removed = text.slice(edit.offset, edit.offset + edit.length);
  if (!isFlow || !/(^|\s)#/.test(removed)) return edit;
  throw new EditError(`${describePlace(place)} may hold a comment, so it has to be edited by hand.`);
}

function rangeOf(node: Node | undefined): readonly [number, number] {
  const [start = 0, end = 0] = node?.range ?? [];
  return [start, end];
}

function removal(offset: number, end: number): TextEdit {
  return { offset, length: end - offset, text: '' };
}
