import { isMap } from 'yaml';
import { describePlace, keyOf, type EditableText, type EditPlace } from './editable-text.ts';
import { insertIntoBlock } from './insert-into-block.ts';
import { insertIntoFlow } from './insert-into-flow.ts';
import type { PlainObject } from './plain-value.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/**
 * Gives the mapping at a place members that it lacks, last in its order.
 * Throws an EditError where there is no mapping, or where it has one of the keys.
 */
export function addMembers(
  source: EditableText,
  place: EditPlace,
  members: PlainObject,
): readonly TextEdit[] {
  const collection = source.findCollection(place);
  if (!isMap(collection)) throw new EditError(`${describePlace(place)} is not a mapping.`);
  const taken = collection.items.map(({ key }) => keyOf(key)).find((key) => Object.hasOwn(members, key));
  if (taken !== undefined) throw new EditError(`The mapping has the key ${taken} already.`);
  return collection.flow
    ? insertIntoFlow(source, collection, members)
    : insertIntoBlock(source, collection, members);
}
