import type { JsonObject } from '../../../compiled/json.ts';
import { placeOf, type Place } from '../../../source/place.ts';

/** Where parts of a bundled document stand in the sources, where that is not below the place of their parent. */
export class Origins {
  readonly #ofObjects = new Map<object, Place>();
  readonly #ofMembers = new Map<object, ReadonlyMap<string, Place>>();

  /** Keeps the place that is known already: where a reference leads through another, the last one holds. */
  add(value: object, place: Place): void {
    if (!this.#ofObjects.has(value)) this.#ofObjects.set(value, place);
  }

  of(value: object): Place | undefined {
    return this.#ofObjects.get(value);
  }

  ofMember(parent: object, key: string): Place | undefined {
    return this.#ofMembers.get(parent)?.get(key);
  }

  /** Joins what a reference leads to with what stands beside the reference, which wins. */
  join(target: JsonObject, at: Place, beside: JsonObject, besidePlace: Place): JsonObject {
    this.add(target, at);
    if (Object.keys(beside).length === 0) return target;
    const joined = { ...target, ...beside };
    this.add(joined, this.#ofObjects.get(target) ?? at);
    const members = Object.keys(beside).map((key) => [key, placeOf(besidePlace, key)] as const);
    this.#ofMembers.set(joined, new Map([...(this.#ofMembers.get(target) ?? []), ...members]));
    return joined;
  }
}
