import { isJsonObject } from '../../../compiled/json.ts';
import { placeOf, splitPointer, type Place } from '../../../source/place.ts';
import type { Bundle } from './bundle.ts';

/** Where the value at a pointer of a bundled document stands in the sources. */
export function originInBundle({ contract, origins }: Bundle, pointer: string): Place {
  let value: unknown = contract;
  let place: Place = origins.get(contract) ?? { file: '', document: 0, pointer: '' };
  for (const token of splitPointer(pointer)) {
    value = memberOf(value, token);
    const moved = isJsonObject(value) ? origins.get(value) : undefined;
    place = moved ?? placeOf(place, token);
  }
  return place;
}

function memberOf(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[Number(token)];
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
