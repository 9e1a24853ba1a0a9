import { isJsonObject } from '../../../compiled/json.ts';
import { placeOf, splitPointer, type Place } from '../../../source/place.ts';
import type { Bundle } from './bundle.ts';
import { memberOf } from './value-at.ts';

/** Where the value at a pointer of a bundled document stands in the sources. */
export function originInBundle({ contract, origins }: Bundle, pointer: string): Place {
  let value: unknown = contract;
  let place: Place = origins.of(contract) ?? { file: '', document: 0, pointer: '' };
  for (const token of splitPointer(pointer)) {
    const beside = isJsonObject(value) ? origins.ofMember(value, token) : undefined;
    value = memberOf(value, token);
    const moved = isJsonObject(value) ? origins.of(value) : undefined;
    place = moved ?? beside ?? placeOf(place, token);
  }
  return place;
}
