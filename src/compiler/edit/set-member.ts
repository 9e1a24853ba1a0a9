import { isMap, isScalar } from 'yaml';
import type { Place } from '../../source/place.ts';
import { describePlace, findCollection } from './find-collection.ts';
import { insertIntoBlock } from './insert-into-block.ts';
import { insertIntoFlow } from './insert-into-flow.ts';
import type { PlainValue } from './plain-value.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/**
 * Gives the mapping at a place a member that it lacks, last in its order.
 * Throws an EditError where there is no mapping, or where it has that key.
 */
export function setMember(
  text: string,
  place: Omit<Place, 'file'>,
  key: string,
  value: PlainValue,
): readonly TextEdit[] {
  const found = findCollection(text, place);
  const { collection } = found;
  if (!isMap(collection)) throw new EditError(`${describePlace(place)} is not a mapping.`);
  if (collection.items.some((pair) => isScalar(pair.key) && String(pair.key.value) === key)) {
    throw new EditError(`The mapping has the key ${key} already.`);
  }
  const addition = { [key]: value };
  return collection.flow
    ? insertIntoFlow(text, found, addition)
    : insertIntoBlock(text, collection, addition);
}
