import { isJsonObject, type JsonObject, memberOf, valueAt } from '../../../compiled/json.ts';
import { appendPointer, splitPointer } from '../../../source/place.ts';

/** An object of an OpenAPI document, and where it stands. */
export interface Located {
  readonly value: JsonObject;
  /** An RFC 6901 pointer from the document's root. */
  readonly pointer: string;
}

/** An object of a list, which may name it by a reference. */
export interface ListedObject extends Located {
  readonly place: string;
}

/** So long a chain of references leads nowhere. */
const mostReferences = 100;

/** A bundled OpenAPI document, whose references all lead into itself. */
export class ContractDocument {
  readonly root: JsonObject;
  /** OpenAPI 2.0, which was called Swagger. */
  readonly isSwagger: boolean;
  /** Whether what stands beside a `$ref` counts in a schema, as it does from OpenAPI 3.1 on. */
  readonly mergesSiblings: boolean;

  constructor(root: JsonObject) {
    this.root = root;
    this.isSwagger = 'swagger' in root;
    const version = root['openapi'];
    this.mergesSiblings = typeof version === 'string' && !version.startsWith('3.0');
  }

  /** A member of an object, references followed; undefined where it is no object. */
  member({ value, pointer }: Located, ...path: readonly (string | number)[]): Located | undefined {
    const found = valueAt(
      value,
      path.map((token) => String(token)),
    );
    return this.follow(found, appendPointer(pointer, ...path));
  }

  /** The members of an object that are objects, references followed, by their names. */
  members(located: Located | undefined): ReadonlyMap<string, Located> {
    const found = new Map<string, Located>();
    for (const name of Object.keys(located?.value ?? {})) {
      const member = located && this.member(located, name);
      if (member) found.set(name, member);
    }
    return found;
  }

  /** The objects of a list, references followed, and where the list names them. */
  items({ value, pointer }: Located, name: string): readonly ListedObject[] {
    const list = value[name];
    if (!Array.isArray(list)) return [];
    return list.flatMap((_, index) => {
      const found = this.member({ value, pointer }, name, index);
      return found ? [{ ...found, place: appendPointer(pointer, name, index) }] : [];
    });
  }

  /** The object that a value is or refers to; undefined where there is none. */
  follow(value: unknown, pointer: string): Located | undefined {
    let found = { value, pointer };
    for (let count = 0; count < mostReferences; count += 1) {
      if (!isJsonObject(found.value)) return undefined;
      const target = this.target(found.value);
      if (target === undefined) return { value: found.value, pointer: found.pointer };
      found = target;
    }
    return undefined;
  }

  /** The pointer of what exists, of a value or of what would hold it. */
  nearestPlace(pointer: string): string {
    let value: unknown = this.root;
    let place = '';
    for (const token of splitPointer(pointer)) {
      value = memberOf(value, token);
      if (value === undefined) return place;
      place = appendPointer(place, token);
    }
    return place;
  }

  /** Whether references lead from an object to `false`, which as a schema allows nothing. */
  leadsToFalse(object: JsonObject): boolean {
    let found: unknown = object;
    for (let count = 0; count < mostReferences && isJsonObject(found); count += 1)
      found = this.target(found)?.value;
    return found === false;
  }

  /** An object in which those members that name texts for people have what they refer to in its place. */
  withTexts(value: JsonObject): JsonObject {
    const named = ['examples', 'links'].flatMap((name) => {
      const members = value[name];
      return isJsonObject(members) ? [[name, this.#resolved(members)] as const] : [];
    });
    return named.length === 0 ? value : { ...value, ...Object.fromEntries(named) };
  }

  #resolved(members: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, this.follow(member, '')?.value ?? member]),
    );
  }

  /** What an object refers to; undefined where it refers to nothing within the document. */
  target(object: JsonObject): { readonly value: unknown; readonly pointer: string } | undefined {
    const reference = object['$ref'];
    if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
    const pointer = decodeFragment(reference.slice(1));
    return { value: valueAt(this.root, splitPointer(pointer)), pointer };
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The members of an object of the given names, as far as there are any. */
export function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name] ?? null]] : [])),
  );
}

/** The members of an object but those of the given names. */
export function omit(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}
