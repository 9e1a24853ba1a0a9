import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer, placeOf, type Place } from '#source/place.ts';
import {
  componentSection,
  entryShape,
  memberShape,
  type MemberShape,
  type NodeType,
} from '#openapi/grammar.ts';
import { ComponentHomes, type NewComponent } from './component-homes.ts';
import { isSelfContained, type CheckedParts } from './is-self-contained.ts';
import { Origins } from './origins.ts';
import {
  siblingsOf,
  dynamicAnchorOf,
  dynamicReferenceIn,
  isNameOfSchema,
  isOnlyReference,
  isReference,
  keyOf,
  mayBeReference,
  References,
  toReference,
  type Reference,
  type ReferenceFinding,
  type Target,
} from './references.ts';
import { cycleOf, expansionOf, type RootOf } from './resolve-reference.ts';

export interface Bundle {
  /**
   * The document with the targets of references into other files added. References within the document are unchanged.
   */
  readonly contract: JsonObject;
  /** The origin of the root, and of each part that was moved. */
  readonly origins: Origins;
  /** The files that must be read to complete the bundle. */
  readonly needs: ReadonlySet<string>;
  readonly findings: readonly ReferenceFinding[];
}

/** The maximum number of repeated copies of parts. The first copies are not larger than the sources in total. */
const maxRepeats = 10_000;
/**
 * The maximum depth of references inside replaced references: far above real documents, and far below the limit of the
 * stack.
 */
const maxNested = 100;

/**
 * Bundles the document at the root of `file`; call it again once the files in `needs` were read. A document without
 * references into other files is returned itself, without a copy. `known` contains parts that were checked in earlier
 * states of the document.
 */
export function bundle(
  root: JsonObject,
  file: string,
  openapi: string,
  rootOf: RootOf,
  known?: CheckedParts,
): Bundle {
  if (!isSelfContained(root, file, openapi, known)) return new Bundler(file, openapi, rootOf).run(root);
  const origins = new Origins();
  origins.add(root, { place: { file, document: 0, pointer: '' }, reference: undefined });
  return { contract: root, origins, needs: new Set(), findings: [] };
}

class Bundler {
  readonly #file: string;
  readonly #openapi: string;
  readonly #references: References;
  readonly #homes: ComponentHomes;
  readonly #origins = new Origins();
  /** The references that are currently being replaced by their targets. */
  readonly #inlining: { readonly key: string; readonly reference: Place }[] = [];
  readonly #inlined = new Set<string>();
  #repeats = 0;
  #hasExpanded = false;

  constructor(file: string, openapi: string, rootOf: RootOf) {
    this.#file = file;
    this.#openapi = openapi;
    this.#references = new References(rootOf);
    this.#homes = new ComponentHomes(file, this.#references);
  }

  run(root: JsonObject): Bundle {
    const place = { file: this.#file, document: 0, pointer: '' };
    this.#homes.find(root, place, this.#openapi);
    const contract = this.#copyNode(root, 'Document', place, '') as JsonObject;
    this.#origins.add(contract, { place, reference: undefined });
    this.#writeComponents(contract);
    const { needs, findings } = this.#references;
    return { contract, origins: this.#origins, needs, findings };
  }

  #copyNode(value: unknown, type: NodeType, place: Place, pointer: string): Json {
    if (type === 'SchemaName') return this.#copySchemaName(value, place);
    if (!isJsonObject(value)) return value as Json;
    if (isReference(value)) return this.#copyReference(value, type, place, pointer);
    return this.#copyMembers(value, type, place, pointer);
  }

  #copyMembers(value: JsonObject, type: NodeType, place: Place, pointer: string): JsonObject {
    const dynamic = type === 'Schema' ? dynamicReferenceIn(value, this.#openapi) : undefined;
    return copyChanged(value, pointer, (member, key) => {
      if (type === 'Schema' && isNameOfSchema(key, member, this.#openapi)) return undefined;
      if (key === '$dynamicRef' && dynamic !== undefined)
        return this.#copyDynamicReference(dynamic, placeOf(place, key));
      return this.#copyMember(
        member,
        memberShape(type, key),
        placeOf(place, key),
        appendPointer(pointer, key),
      );
    });
  }

  /**
   * Copies a `$dynamicRef`. Without a matching `$dynamicAnchor` it means the same as a `$ref` (JSON Schema 2020-12,
   * section 8.2.3.2).
   */
  #copyDynamicReference(reference: string, place: Place): string {
    const found = this.#references.resolveDynamic(reference, place);
    const section = componentSection('Schema', this.#openapi);
    if (!found || !section) return reference;
    const home = toReference(this.#homes.pointerTo(found, 'Schema', section));
    return dynamicAnchorOf(reference, found.value) ?? home;
  }

  #copyMember(value: unknown, shape: MemberShape | undefined, place: Place, pointer: string): Json {
    if (!shape) return value as Json;
    if (Array.isArray(value) && (shape.as === 'list' || shape.type === 'Schema')) {
      return copyChangedItems(value, (item, index) =>
        this.#copyNode(item, shape.type, placeOf(place, index), appendPointer(pointer, index)),
      );
    }
    if (shape.as === 'map' && isJsonObject(value)) return this.#copyMap(value, shape, place, pointer);
    return this.#copyNode(value, shape.type, place, pointer);
  }

  #copyMap(value: JsonObject, shape: MemberShape, place: Place, pointer: string): Json {
    const copyEntries = (entries: JsonObject): JsonObject =>
      copyChanged(entries, pointer, (entry, name) =>
        this.#copyMember(entry, entryShape(shape, name), placeOf(place, name), appendPointer(pointer, name)),
      );
    if (!isReference(value)) return copyEntries(value);
    return this.#inline(value, copyEntries(siblingsOf(value)), place, (target, at) =>
      isJsonObject(target) ? this.#copyMap(target, shape, at, pointer) : (target as Json),
    );
  }

  #copyReference(value: Reference, type: NodeType, place: Place, pointer: string): Json {
    const siblings = this.#copyMembers(siblingsOf(value), type, place, pointer);
    const found = this.#references.follow(value, place);
    if (!found) return { ...siblings, $ref: value.$ref };
    const section = componentSection(type, this.#openapi);
    if (section && !this.#homes.isHomeOf(pointer, found.target, type)) {
      const $ref = toReference(this.#homes.pointerTo(found, type, section));
      return $ref === value.$ref && isOnlyReference(value) ? value : { ...siblings, $ref };
    }
    return this.#inline(value, siblings, place, (target, at) => this.#copyNode(target, type, at, pointer));
  }

  /** Replaces a reference by its target. Siblings of the `$ref` override the target, as OpenAPI specifies for paths. */
  #inline(
    value: Reference,
    siblings: JsonObject,
    place: Place,
    copy: (target: unknown, at: Place) => Json,
  ): Json {
    const found = this.#references.follow(value, place);
    if (!found || this.#isTooMuch(value, place, found)) return { ...siblings, $ref: value.$ref };
    const reference = placeOf(place, '$ref');
    this.#inlining.push({ key: keyOf(found.target), reference });
    const copied = copy(found.value, found.target);
    this.#inlining.pop();
    if (!isJsonObject(copied)) return copied;
    const own = copied === found.value ? { ...copied } : copied;
    const siblingsOrigin = { place, reference: this.#inlining.at(-1)?.reference };
    return this.#origins.join(own, { place: found.target, reference }, siblings, siblingsOrigin);
  }

  /** Whether a reference cannot be replaced by its target, since that would never end or would expand too far. */
  #isTooMuch(value: Reference, place: Place, { target }: Target): boolean {
    const key = keyOf(target);
    if (this.#inlined.has(key)) this.#repeats += 1;
    this.#inlined.add(key);
    const isCycle = this.#inlining.some((one) => one.key === key);
    if (isCycle) this.#references.report(placeOf(place, '$ref'), cycleOf(value.$ref));
    return isCycle || this.#isExpansion(value, place);
  }

  /** Whether replacing references expands too far. Only the first such reference is reported. */
  #isExpansion(value: Reference, place: Place): boolean {
    if (this.#repeats <= maxRepeats && this.#inlining.length < maxNested) return false;
    if (!this.#hasExpanded) this.#references.report(placeOf(place, '$ref'), expansionOf(value.$ref));
    this.#hasExpanded = true;
    return true;
  }

  #copySchemaName(value: unknown, place: Place): Json {
    if (!mayBeReference(value)) return value as Json;
    const found = this.#references.resolve(value, place);
    const section = componentSection('Schema', this.#openapi);
    if (!found || !section) return value;
    return toReference(this.#homes.pointerTo(found, 'Schema', section));
  }

  /** Copies the new components, including those that other copies add. */
  #writeComponents(contract: JsonObject): void {
    for (let next = this.#homes.takeUnwritten(); next; next = this.#homes.takeUnwritten()) {
      const copied = this.#copyComponent(next);
      const holder = sectionOf(contract, next.section);
      if (holder) setMember(holder, next.name, copied);
    }
  }

  #copyComponent({ section, name, type, source }: NewComponent): Json {
    const pointer = appendPointer('', ...section, name);
    const copied = this.#copyNode(source.value, type, source.target, pointer);
    if (!isJsonObject(copied)) return copied;
    const own = copied === source.value ? { ...copied } : copied;
    this.#origins.add(own, { place: source.target, reference: undefined });
    return own;
  }
}

/**
 * Copies an object if a member changes; otherwise returns the object itself, since most of a document does not change.
 * A member whose copy is undefined is omitted. The members are visited in sorted order, so that the order of keys does
 * not affect the names of components. Objects down to the sections of components are always copied, since components
 * are added there.
 */
function copyChanged(
  value: JsonObject,
  pointer: string,
  copy: (member: Json | undefined, key: string) => Json | undefined,
): JsonObject {
  const members = Object.keys(value)
    .toSorted()
    .map((key) => [key, copy(value[key], key)] as const);
  const isUpper = pointer.split('/').length <= 3;
  const isSame = !isUpper && members.every(([key, member]) => member === value[key]);
  return isSame ? value : Object.fromEntries(members.filter(isWritten));
}

function isWritten(member: readonly [string, Json | undefined]): member is readonly [string, Json] {
  return member[1] !== undefined;
}

function copyChangedItems(
  items: readonly Json[],
  copy: (item: Json, index: number) => Json,
): readonly Json[] {
  const copies = items.map(copy);
  return copies.every((item, index) => item === items[index]) ? items : copies;
}

/** A section of the contract's components, created if absent; undefined if it is not an object. */
function sectionOf(contract: JsonObject, section: readonly string[]): JsonObject | undefined {
  let holder = contract;
  for (const key of section) {
    if (!Object.hasOwn(holder, key)) setMember(holder, key, {});
    const member = holder[key];
    if (!isJsonObject(member)) return undefined;
    holder = member;
  }
  return holder;
}

/** Sets a member of any name, even `__proto__`. */
function setMember(holder: JsonObject, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}
