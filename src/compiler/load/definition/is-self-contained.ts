import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { splitPointer } from '../../../source/place.ts';
import {
  componentSection,
  entryShape,
  memberShape,
  shapeAt,
  type MemberShape,
  type NodeType,
} from '../../../openapi/grammar.ts';
import {
  dynamicAnchorOf,
  dynamicReferenceIn,
  isNameOfSchema,
  isReference,
  mayBeReference,
  toReference,
} from './references.ts';
import { resolveReference, type RootOf } from './resolve-reference.ts';

/**
 * Whether a bundle of a document would be the document itself: whether every reference in it has the text that the
 * bundle would have, and its target is in the same file.
 */
export function isSelfContained(root: JsonObject, file: string, openapi: string): boolean {
  return new Check(root, file, openapi).isSettled(root, { type: 'Document', as: 'one' });
}

class Check {
  readonly #file: string;
  readonly #openapi: string;
  readonly #rootOf: RootOf;
  /** References that are in order wherever they are, since they end at a value. */
  readonly #settled = new Set<string>();

  constructor(root: JsonObject, file: string, openapi: string) {
    this.#file = file;
    this.#openapi = openapi;
    this.#rootOf = (name) => (name === file ? { value: root } : 'pending');
  }

  isSettled(value: unknown, shape: MemberShape): boolean {
    if (Array.isArray(value) && (shape.as === 'list' || shape.type === 'Schema')) {
      return value.every((item) => this.#isNodeSettled(item, shape.type));
    }
    if (shape.as === 'map' && isJsonObject(value)) return this.#isMapSettled(value, shape);
    return this.#isNodeSettled(value, shape.type);
  }

  #isMapSettled(value: JsonObject, shape: MemberShape): boolean {
    if (isReference(value)) return false;
    for (const name in value) {
      const entry = entryShape(shape, name);
      if (entry && !this.isSettled(value[name], entry)) return false;
    }
    return true;
  }

  #isNodeSettled(value: unknown, type: NodeType): boolean {
    if (type === 'SchemaName') return !mayBeReference(value) || this.#isReferenceSettled(value);
    if (!isJsonObject(value)) return true;
    if (type === 'Schema' && !this.#isSchemaSettled(value)) return false;
    if (isReference(value) && !this.#isKept(value.$ref, type)) return false;
    for (const key in value) {
      const shape = memberShape(type, key);
      if (shape && !this.isSettled(value[key], shape)) return false;
    }
    return true;
  }

  /** Whether the names of a schema and its dynamic reference stay as they are. */
  #isSchemaSettled(schema: JsonObject): boolean {
    // References in it may be relative to it.
    if (typeof schema['$id'] === 'string') return false;
    if (this.#openapi < '3.1') return true;
    return !isNameOfSchema('$anchor', schema['$anchor'], this.#openapi) && this.#isDynamicSettled(schema);
  }

  /** One to the anchor of several schemas stays as it is. */
  #isDynamicSettled(schema: JsonObject): boolean {
    const reference = dynamicReferenceIn(schema, this.#openapi);
    if (reference === undefined || this.#valueInPlace(reference) !== undefined) return true;
    const resolution = resolveReference(reference, this.#file, this.#rootOf);
    if ('problem' in resolution) return resolution.problem.code === 'reference-unsupported';
    return 'target' in resolution && dynamicAnchorOf(reference, resolution.value) === reference;
  }

  /** A reference stays one if its type has a section of components, and is replaced otherwise. */
  #isKept(reference: string, type: NodeType): boolean {
    return componentSection(type, this.#openapi) !== undefined && this.#isReferenceSettled(reference);
  }

  /** Whether a reference, and each that it leads through, is valid; a valid one stays valid. */
  #isReferenceSettled(reference: string): boolean {
    const chain = new Set<string>();
    let next: string | undefined = reference;
    while (next !== undefined && !this.#settled.has(next)) {
      const value = this.#valueInPlace(next);
      if (value === undefined || chain.has(next)) return false;
      chain.add(next);
      next = isReference(value) ? value.$ref : undefined;
    }
    for (const one of chain) this.#settled.add(one);
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
