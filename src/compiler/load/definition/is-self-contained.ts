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

/** The result for a part that was checked as a node of a type: the references in it. */
interface CheckedPart {
  readonly openapi: string;
  readonly type: NodeType;
  readonly references: ReadonlySet<string>;
}

export type CheckedParts = WeakMap<JsonObject, CheckedPart>;

/**
 * Whether a document is its own bundle: every reference has a target in the same file and the text that it would have
 * in the bundle. Of `known` parts, only the references are checked.
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
  /** References that are valid from any place, since they lead to a value. */
  readonly #resolved = new Set<string>();
  readonly #known: CheckedParts | undefined;
  /** The references of the part that is being checked; undefined if its result also depends on other parts. */
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

  /** Whether a schema's names and its dynamic reference would be the same in a bundle. */
  #isSchemaResolved(schema: JsonObject): boolean {
    // References in the schema may be relative to its `$id`.
    if (typeof schema['$id'] === 'string') return false;
    if (this.#openapi < '3.1') return true;
    return !isNameOfSchema('$anchor', schema['$anchor'], this.#openapi) && this.#isDynamicResolved(schema);
  }

  /** Whether a dynamic reference would be the same in a bundle, as one to an anchor of several schemas is. */
  #isDynamicResolved(schema: JsonObject): boolean {
    const reference = dynamicReferenceIn(schema, this.#openapi);
    if (reference === undefined) return true;
    // Anchors in other parts also affect the result.
    this.#inPart = undefined;
    if (this.#valueInPlace(reference) !== undefined) return true;
    const resolution = resolveReference(reference, this.#file, this.#rootOf);
    if ('problem' in resolution) return resolution.problem.code === 'reference-unsupported';
    return 'target' in resolution && dynamicAnchorOf(reference, resolution.value) === reference;
  }

  /**
   * Whether a reference would have the same text in a bundle. It does if its type has a section of components;
   * otherwise it would be replaced by its target.
   */
  #hasSameText(reference: string, type: NodeType): boolean {
    return componentSection(type, this.#openapi) !== undefined && this.#isReferenceResolved(reference);
  }

  /** Whether a reference and each reference that it leads through are valid; valid references are cached. */
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

  /** The target of a reference if it is a node of the document; undefined if it is elsewhere or in plain data. */
  #valueInPlace(reference: string): unknown {
    const resolution = resolveReference(reference, this.#file, this.#rootOf);
    if (!('target' in resolution)) return undefined;
    const { file, pointer } = resolution.target;
    const isInPlace = file === this.#file && shapeAt('Document', splitPointer(pointer)) !== undefined;
    return isInPlace && toReference(pointer) === reference ? resolution.value : undefined;
  }
}
