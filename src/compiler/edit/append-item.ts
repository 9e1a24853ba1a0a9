import { isSeq } from 'yaml';
import type { Place } from '../../source/place.ts';
import { describePlace, findCollection } from './find-collection.ts';
import { insertIntoBlock } from './insert-into-block.ts';
import { insertIntoFlow } from './insert-into-flow.ts';
import type { PlainValue } from './plain-value.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/** Adds an item to the end of the sequence at a place. Throws an EditError where there is no sequence. */
export function appendItem(text: string, place: Omit<Place, 'file'>, item: PlainValue): readonly TextEdit[] {
  const found = findCollection(text, place);
  const { collection } = found;
  if (!isSeq(collection)) throw new EditError(`${describePlace(place)} is not a sequence.`);
  return collection.flow ? insertIntoFlow(text, found, [item]) : insertIntoBlock(text, collection, [item]);
}
