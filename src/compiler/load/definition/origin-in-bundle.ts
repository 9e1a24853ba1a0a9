import { isJsonObject, memberOf } from '../../../compiled/json.ts';
import { splitPointer } from '../../../source/place.ts';
import type { Bundle } from './bundle.ts';
import { originOfMember, type Origin } from './origins.ts';

/** Where the value at a pointer of a bundled document stands in the sources, and through which `$ref` it came. */
export function originInBundle({ contract, origins }: Bundle, pointer: string): Origin {
  const root = origins.of(contract) ?? nowhere;
  if (origins.size === 1) return { ...root, place: { ...root.place, pointer } };
  let value: unknown = contract;
  let origin = root;
  for (const token of splitPointer(pointer)) {
    const beside = isJsonObject(value) ? origins.ofMember(value, token) : undefined;
    value = memberOf(value, token);
    const moved = isJsonObject(value) ? origins.of(value) : undefined;
    origin = moved ?? beside ?? originOfMember(origin, token);
  }
  return origin;
}

const nowhere: Origin = { place: { file: '', document: 0, pointer: '' }, reference: undefined };
