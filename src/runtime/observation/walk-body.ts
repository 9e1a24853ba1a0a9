import { isJsonObject } from '#compiled/json.ts';
import { escapeToken, splitPointer } from '#source/place.ts';
import type { SchemaNode } from '#openapi/model.ts';
import type { SchemaPlace } from './schema-place.ts';

/** A member of a body that no schema declares. */
export interface UndeclaredField {
  /** The pointer of the object that contains the field, without data of callers. */
  readonly place: string;
  readonly name: string;
  readonly value: unknown;
  /** The schema that the field could be added to; undefined for a form of Swagger 2.0, which has no schema. */
  readonly schema: SchemaNode | undefined;
}

/** Finds the undeclared members of a parsed body, but does not search within them. */
export function findUndeclared(body: unknown, start: SchemaPlace): readonly UndeclaredField[] {
  const found: UndeclaredField[] = [];
  const walk = (value: unknown, place: SchemaPlace, pointer: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, place.items, `${pointer}/*`);
    else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const role = place.roleOf(name);
        if (role !== 'undeclared')
          walk(member, place.member(name), `${pointer}/${role === 'name' ? escapeToken(name) : '*'}`);
        else if (place.extended) found.push({ place: pointer, name, value: member, schema: place.extended });
      }
    }
  };
  walk(body, start, '');
  return found;
}

/**
 * A place in a body, given as ajv writes it, as a pointer with `*` for each index and each key that the document does
 * not name.
 */
export function hideData(instancePath: string, body: unknown, start: SchemaPlace): string {
  let [value, place, pointer] = [body, start, ''];
  for (const token of splitPointer(instancePath)) {
    const isItem = Array.isArray(value);
    const isNamed = !isItem && place.roleOf(token) === 'name';
    pointer += `/${isNamed ? escapeToken(token) : '*'}`;
    value = valueIn(value, token);
    place = isItem ? place.items : place.member(token);
  }
  return pointer;
}

/** The value at a place in a body, given as ajv writes it. */
export function valueInBody(body: unknown, instancePath: string): unknown {
  return splitPointer(instancePath).reduce(valueIn, body);
}

function valueIn(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[token];
}
