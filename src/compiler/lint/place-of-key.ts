import { placeOf, splitPointer, type Place } from '../../source/place.ts';
import type { Definition } from '../workspace/workspace.ts';

/**
 * Where the key at a pointer of a contract stands, if another file holds its value: beside the `$ref` that the value
 * has replaced, as the path does whose item is `{ $ref: ./dogs.yaml }`. Undefined where the two stand together.
 */
export function placeOfKeyElsewhere(definition: Definition, pointer: string): Place | undefined {
  const reference = definition.referenceTo(pointer);
  const key = splitPointer(pointer).at(-1);
  if (!reference || key === undefined) return undefined;
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  if (isSame(definition.referenceTo(holder), reference)) return undefined;
  return placeOf(definition.originOf(holder), key);
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one?.file === other.file && one.document === other.document && one.pointer === other.pointer;
}
