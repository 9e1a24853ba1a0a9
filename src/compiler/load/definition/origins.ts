import { type JsonObject, isJsonObject, memberOf } from '#compiled/json.ts';
import { placeOf, type Place, splitPointer } from '#source/place.ts';

/** The place of a part of a contract in the sources. */
interface Origin {
  readonly place: Place;
  /** The nearest `$ref` that was replaced by this part or by a part around it; undefined if there is none. */
  readonly reference: Place | undefined;
}

/** The origins of the parts of a contract whose place is not below the place of their parent. */
export class Origins {
  readonly #ofObjects = new Map<object, Origin>();
  readonly #ofMembers = new Map<object, ReadonlyMap<string, Origin>>();

  /** The number of parts with their own origin, including the root. */
  get size(): number {
    return this.#ofObjects.size;
  }

  /** Adds an origin, unless the part has one: if a reference leads through another, the last one counts. */
  add(value: object, origin: Origin): void {
    if (!this.#ofObjects.has(value)) this.#ofObjects.set(value, origin);
  }

  of(value: object): Origin | undefined {
    return this.#ofObjects.get(value);
  }

  ofMember(parent: object, key: string): Origin | undefined {
    return this.#ofMembers.get(parent)?.get(key);
  }

  /** Merges the target of a reference with the siblings of the reference, which override it. */
  join(target: JsonObject, origin: Origin, siblings: JsonObject, siblingsOrigin: Origin): JsonObject {
    this.add(target, origin);
    if (Object.keys(siblings).length === 0) return target;
    const joined = { ...target, ...siblings };
    this.add(joined, this.#ofObjects.get(target) ?? origin);
    const members = Object.keys(siblings).map((key) => [key, originOfMember(siblingsOrigin, key)] as const);
    this.#ofMembers.set(joined, new Map([...(this.#ofMembers.get(target) ?? []), ...members]));
    return joined;
  }
}

/** The origin of a member, which is below the place of its parent. */
function originOfMember({ place, reference }: Origin, key: string): Origin {
  return { place: placeOf(place, key), reference };
}

/** The place in the sources of the value at a pointer of a bundled document, and the `$ref` that was replaced by it. */
export function originInBundle(
  { contract, origins }: { readonly contract: JsonObject; readonly origins: Origins },
  pointer: string,
): Origin {
  const root = origins.of(contract) ?? nowhere;
  if (origins.size === 1) return { ...root, place: { ...root.place, pointer } };
  let value: unknown = contract;
  let origin = root;
  for (const token of splitPointer(pointer)) {
    const siblings = isJsonObject(value) ? origins.ofMember(value, token) : undefined;
    value = memberOf(value, token);
    const moved = isJsonObject(value) ? origins.of(value) : undefined;
    origin = moved ?? siblings ?? originOfMember(origin, token);
  }
  return origin;
}

const nowhere: Origin = { place: { file: '', document: 0, pointer: '' }, reference: undefined };
