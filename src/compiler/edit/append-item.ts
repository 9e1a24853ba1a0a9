import { isSeq } from 'yaml';
import { describePlace, type EditableText, type EditPlace } from './editable-text.ts';
import { insertIntoBlock } from './insert-into-block.ts';
import { insertIntoFlow } from './insert-into-flow.ts';
import type { PlainValue } from './plain-value.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/** Adds an item to the end of the sequence at a place. Throws an EditError where there is no sequence. */
export function appendItem(source: EditableText, place: EditPlace, item: PlainValue): readonly TextEdit[] {
  const collection = source.findCollection(place);
  if (!isSeq(collection)) throw new EditError(`${describePlace(place)} is not a sequence.`);
  return collection.flow
    ? insertIntoFlow(source, collection, [item])
    : insertIntoBlock(source, collection, [item]);
}
