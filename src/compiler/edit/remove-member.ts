import { isMap } from 'yaml';
import { splitPointer } from '#source/place.ts';
import { describePlace, endOfContent, type EditableText, type EditPlace, keyOf } from './editable-text.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/**
 * Removes a member of a mapping that has its own lines; comments above it stay. Throws an EditError if the member
 * shares a line with other content, or if more than the member would be lost.
 */
export function removeMember(source: EditableText, place: EditPlace): readonly TextEdit[] {
  const { text } = source;
  const { node, around } = source.find(place);
  const parent = around.at(-1);
  const key = splitPointer(place.pointer).at(-1);
  const index = isMap(parent) ? parent.items.findIndex((item) => keyOf(item.key) === key) : -1;
  const pair = isMap(parent) && !parent.flow && parent.items.length > 1 ? parent.items[index] : undefined;
  if (!pair || source.isJson) throw byHand(place, 'is not written on lines of its own');
  const start = rangeStart(pair.key);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', endOfContent(text, node));
  const end = lineBreak === -1 ? text.length : lineBreak + 1;
  if (text.slice(lineStart, start).trim() !== '') throw byHand(place, 'is on the line of its parent');
  const above = text.slice(rangeStart(parent), lineStart);
  // Blank lines and comments below a block scalar would become part of it.
  if (/[|>]\d?\+/.test(above) || (blockText.test(above) && /^\s*[ \t]#/.test(text.slice(end))))
    throw byHand(place, 'follows a text that would change');
  const removed = text.slice(lineStart, end);
  if (/(^|\s)#/m.test(removed)) throw byHand(place, 'may hold a comment');
  if (node.tag !== undefined || source.holdsAnchor(place, node))
    throw byHand(place, 'has a tag or an anchor');
  return [{ offset: lineStart, length: end - lineStart, text: '' }];
}

const blockText = /(^|\s)[|>][-+\d]*[ \t]*(#.*)?$/m;

function rangeStart(key: unknown): number {
  return (key as { readonly range?: readonly number[] } | null)?.range?.[0] ?? 0;
}

function byHand(place: EditPlace, why: string): EditError {
  return new EditError(`${describePlace(place)} ${why}, so it has to be edited by hand.`);
}
