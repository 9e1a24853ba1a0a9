import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import { memberShape, type MemberShape } from './grammar.ts';
import { decodeFragment } from './references.ts';
import type { ValuePath } from './value-path.ts';

/**
 * The parts of a document: paths, webhooks, components and extensions, which refer to each other; and all other
 * members.
 */
export interface DocumentParts {
  /** The parts by RFC 6901 pointer. */
  readonly parts: ReadonlyMap<string, JsonObject>;
  /** Names and values of all other members, on which any part may depend. */
  readonly others: readonly unknown[];
}

/** Splits a document into parts. */
export function splitDocument(root: JsonObject): DocumentParts {
  const parts = new Map<string, JsonObject>();
  const others: unknown[] = [];
  withoutParts(root, (pointer, part) => parts.set(pointer, part) !== undefined, others);
  return { parts, others };
}

/** A document without some of its parts. `others` receives the names and values of all members that are not parts. */
export function withoutParts(
  root: JsonObject,
  isLeftOut: (pointer: string, part: JsonObject) => boolean,
  others: unknown[] = [],
): JsonObject {
  const copyMap = (map: JsonObject, above: string): JsonObject =>
    copyMembers(map, (name, value) => {
      const pointer = appendPointer(above, name);
      if (isJsonObject(value)) return isLeftOut(pointer, value) ? undefined : value;
      others.push(pointer, value);
      return value;
    });
  const copy = (holder: JsonObject, type: 'Document' | 'Components', above: string): JsonObject =>
    copyMembers(holder, (name, member) => {
      const shape = memberShape(type, name);
      const pointer = appendPointer(above, name);
      others.push(pointer);
      if (isJsonObject(member) && shape?.type === 'Components') return copy(member, 'Components', pointer);
      if (isJsonObject(member) && isMapOfParts(shape, name)) return copyMap(member, pointer);
      others.push(member);
      return member;
    });
  return copy(root, 'Document', '');
}

function copyMembers(holder: JsonObject, copy: (name: string, value: Json) => Json | undefined): JsonObject {
  const members = Object.entries(holder).flatMap(([name, value]) => {
    const copied = copy(name, value);
    return copied === undefined ? [] : [[name, copied] as const];
  });
  return Object.fromEntries(members);
}

/**
 * Whether a member is a map of parts. Security schemes are not parts, since every part may depend on them by name,
 * without a reference. Extensions are parts, since other parts can only refer to them.
 */
function isMapOfParts(shape: MemberShape | undefined, name: string): boolean {
  return shape ? shape.as === 'map' && shape.type !== 'SecurityScheme' : name.startsWith('x-');
}

/** Whether the entries of a map at a place are parts of the document. */
export function holdsParts({ above }: ValuePath): boolean {
  return above === undefined || (above.above === undefined && above.token === 'components');
}

/** The pointers of the parts that a part names, by reference or by name; undefined if it may depend on all parts. */
export function partsNamedIn(part: JsonObject): ReadonlySet<string> | undefined {
  const known = namedIn.get(part);
  if (known) return known.names;
  const found = new NameSearch();
  found.search(part, '');
  const names = found.isUnbounded ? undefined : found.names;
  namedIn.set(part, { names });
  return names;
}

const namedIn = new WeakMap<JsonObject, { readonly names: ReadonlySet<string> | undefined }>();

class NameSearch {
  readonly names = new Set<string>();
  isUnbounded = false;

  search(value: Json, key: string): void {
    if (typeof value === 'string') this.#take(value, key);
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) this.search(item, '');
    else if (isJsonObject(value)) {
      for (const name in value) {
        const member = value[name];
        if (member === undefined) continue;
        if (key === 'mapping' && typeof member === 'string') this.#addSchema(member);
        this.search(member, name);
      }
    }
  }

  #take(text: string, key: string): void {
    if (text.startsWith('#/')) this.#add(text.slice(1));
    else if (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') this.isUnbounded = true;
  }

  #add(fragment: string): void {
    const tokens = splitPointer(decodeFragment(fragment));
    const length = tokens[0] === 'components' ? 3 : 2;
    if (tokens.length < length) this.isUnbounded = true;
    this.names.add(appendPointer('', ...tokens.slice(0, length)));
  }

  /** Adds a schema by its bare name, which a discriminator may contain. */
  #addSchema(name: string): void {
    this.names.add(appendPointer('/components/schemas', name));
    this.names.add(appendPointer('/definitions', name));
  }
}
