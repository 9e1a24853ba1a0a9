import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import {
  componentSection,
  entryShape,
  memberShape,
  shapeAt,
  type MemberShape,
  type NodeType,
} from '#openapi/grammar.ts';
import {
  dynamicAnchorOf,
  dynamicReferenceIn,
  isNameOfSchema,
  isReference,
  mayBeReference,
  toReference,
} from './references.ts';
import { resolveReference, type RootOf } from './resolve-reference.ts';

/** A part of a document that was checked as a node of a type, and its references. */
interface CheckedPart {
  readonly openapi: string;
  readonly type: NodeType;
  readonly references: ReadonlySet<string>;
}

export type CheckedParts = WeakMap<JsonObject, CheckedPart>;

/**
 * Whether a bundle of a document would be the document itself: whether every reference in it has the text that the
 * bundle would have, and its target is in the same file. Of parts that are `known` only the references are checked.
 */
export function isSelfContained(
  root: JsonObject,
  file: string,
  openapi: string,
  known?: CheckedParts,
): boolean {
  return new Check(root, file, openapi, known).isResolved(root, { type: 'Document', as: 'one' });
}

class Check {
  readonly #file: string;
  readonly #openapi: string;
  readonly #rootOf: RootOf;
  /** References that are in order wherever they are, since they end at a value. */
  readonly #resolved = new Set<string>();
  readonly #known: CheckedParts | undefined;
  /** The references of the part that is being checked; undefined if its result depends on more than these. */
  #inPart: Set<string> | undefined;

  constructor(root: JsonObject, file: string, openapi: string, known?: CheckedParts) {
    this.#file = file;
    this.#openapi = openapi;
    this.#known = known;
    this.#rootOf = (name) => (name === file ? { value: root } : 'pending');
  }

  isResolved(value: unknown, shape: MemberShape, holdsParts = false): boolean {
    if (Array.isArray(value) && (shape.as === 'list' || shape.type === 'Schema')) {
      return value.every((item) => this.#isNodeResolved(item, shape.type));
    }
    if (shape.as === 'map' && isJsonObject(value)) return this.#isMapResolved(value, shape, holdsParts);
    return this.#isNodeResolved(value, shape.type);
  }

  #isMapResolved(value: JsonObject, shape: MemberShape, holdsParts: boolean): boolean {
    if (isReference(value)) return false;
    for (const name in value) {
      const entry = entryShape(shape, name);
      const member = value[name];
      if (!entry) continue;
      const isResolved =
        holdsParts && isJsonObject(member)
          ? this.#isPartResolved(member, entry.type)
          : this.isResolved(member, entry);
      if (!isResolved) return false;
    }
    return true;
  }

  #isPartResolved(part: JsonObject, type: NodeType): boolean {
    const known = this.#known?.get(part);
    if (known?.type === type && known.openapi === this.#openapi)
      return [...known.references].every((reference) => this.#isReferenceResolved(reference));
    this.#inPart = new Set();
    const isResolved = this.#isNodeResolved(part, type);
    const references = this.#inPart;
    this.#inPart = undefined;
    if (isResolved && references) this.#known?.set(part, { openapi: this.#openapi, type, references });
    return isResolved;
  }

  #isNodeResolved(value: unknown, type: NodeType): boolean {
    if (type === 'SchemaName') return !mayBeReference(value) || this.#isReferenceResolved(value);
    if (!isJsonObject(value)) return true;
    if (type === 'Schema' && !this.#isSchemaResolved(value)) return false;
    if (isReference(value) && !this.#hasSameText(value.$ref, type)) return false;
    const holdsParts = this.#known !== undefined && (type === 'Document' || type === 'Components');
    for (const key in value) {
      const shape = memberShape(type, key);
      if (shape && !this.isResolved(value[key], shape, holdsParts)) return false;
    }
    return true;
  }

  /** Whether the names of a schema and its dynamic reference stay as they are. */
  #isSchemaResolved(schema: JsonObject): boolean {
    // References in it may be relative to it.
    if (typeof schema['$id'] === 'string') return false;
    if (this.#openapi < '3.1') return true;
    return !isNameOfSchema('$anchor', schema['$anchor'], this.#openapi) && this.#isDynamicResolved(schema);
  }

  /** One to the anchor of several schemas stays as it is. */
  #isDynamicResolved(schema: JsonObject): boolean {
    const reference = dynamicReferenceIn(schema, this.#openapi);
    if (reference === undefined) return true;
    // Anchors in other parts affect it too.
    this.#inPart = undefined;
    if (this.#valueInPlace(reference) !== undefined) return true;
    const resolution = resolveReference(reference, this.#file, this.#rootOf);
    if ('problem' in resolution) return resolution.problem.code === 'reference-unsupported';
    return 'target' in resolution && dynamicAnchorOf(reference, resolution.value) === reference;
  }

  /** A reference stays one if its type has a section of components, and is replaced otherwise. */
  #hasSameText(reference: string, type: NodeType): boolean {
    return componentSection(type, this.#openapi) !== undefined && this.#isReferenceResolved(reference);
  }

  /** Whether a reference, and each that it leads through, is valid; a valid one stays valid. */
  #isReferenceResolved(reference: string): boolean {
    this.#inPart?.add(reference);
    if (this.#resolved.has(reference)) return true;
    const chain = new Set<string>();
    let next: string | undefined = reference;
    while (next !== undefined && !this.#resolved.has(next)) {
      const value = this.#valueInPlace(next);
      if (value === undefined || chain.has(next)) return false;
      chain.add(next);
      next = isReference(value) ? value.$ref : undefined;
    }
    for (const one of chain) this.#resolved.add(one);
    return true;
  }

  /** The target of a reference, if it is in the document and not in its plain data. */
  #valueInPlace(reference: string): unknown {
    const resolution = resolveReference(reference, this.#file, this.#rootOf);
    if (!('target' in resolution)) return undefined;
    const { file, pointer } = resolution.target;
    const isInPlace = file === this.#file && shapeAt('Document', splitPointer(pointer)) !== undefined;
    return isInPlace && toReference(pointer) === reference ? resolution.value : undefined;
  }
}
