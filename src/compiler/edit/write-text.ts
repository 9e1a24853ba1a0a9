import { isMap, isScalar } from 'yaml';
import type { EditableText, EditPlace } from './editable-text.ts';
import { replaceValue } from './replace-value.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Replaces the value at a place by a text. A text of several lines becomes a literal block in a YAML mapping in block
 * style, if nothing follows the value on its line; otherwise it is written on one line. Throws an EditError.
 */
export function writeText(source: EditableText, place: EditPlace, value: string): readonly TextEdit[] {
  const edits = replaceValue(source, place, value);
  const [edit] = edits;
  const column = edit && value.includes('\n') ? columnForBlock(source, place, edit) : undefined;
  if (!edit || column === undefined) return edits;
  const { indent, lineBreak } = source.layout;
  const lines = value.split('\n').map((line) => (line === '' ? '' : ' '.repeat(column) + indent + line));
  return [{ ...edit, text: ['|-', ...lines].join(lineBreak) }];
}

/** The column of the key of the value; undefined if the value cannot be a block. */
function columnForBlock(
  source: EditableText,
  place: EditPlace,
  { offset, length }: TextEdit,
): number | undefined {
  const { text, isJson } = source;
  const { around, node } = source.find(place);
  const parent = around.at(-1);
  const isFollowed = /^[^\r\n]*\S/.test(text.slice(offset + length));
  if (isJson || isFollowed || !isMap(parent) || around.some(({ flow }) => flow)) return undefined;
  const key = parent.items.find((item) => item.value === node)?.key;
  const start = isScalar(key) ? key.range?.[0] : undefined;
  return start === undefined ? undefined : start - (text.lastIndexOf('\n', start - 1) + 1);
}
