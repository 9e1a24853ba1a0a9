import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { acceptsNullIn, type AcceptsNull } from './accepts-null.ts';
import { conditionsIn, includedSchemasIn, type IncludedSchemas } from './included-schemas.ts';
import type { IntegerRange } from './integer-ranges.ts';
import { Budget } from '../budget.ts';
import { ConstantSchemas, isTypeName } from './constant-schemas.ts';
import { DerivedSchemas } from './derived-schemas.ts';
import { choiceKeywords, restKeywords, unevaluatedKeywords, wholeKeywords } from './keywords-left-out.ts';
import type {
  Choice,
  Evaluated,
  Located,
  NodeSource,
  SchemaNode,
  SchemaType,
  FlatSchema,
} from '../../keywords/facts/flat-schema.ts';
import { pointerOf } from '../../keywords/facts/schema-fact.ts';
import type { Subtypes } from '../subtypes.ts';
import { flattenSchema } from '../flatten-schema.ts';
import { allTypes, sharedTypes } from '../../keywords/facts/schema-types.ts';
import { readTypes } from '../../keywords/types.ts';

/** A node whose schemas are merged on first use. */
class LazyNode implements SchemaNode {
  readonly id: number;
  readonly parts: readonly Located[];
  readonly #nodes: NodeSource;
  #flat: FlatSchema | undefined;

  constructor(id: number, parts: readonly Located[], nodes: NodeSource) {
    this.id = id;
    this.parts = parts;
    this.#nodes = nodes;
  }

  get flat(): FlatSchema {
    this.#flat ??= flattenSchema(this.parts, this.#nodes);
    return this.#flat;
  }
}

/** The maximum number of combined schemas for one comparison; whole real documents have a few hundred. */
const maxJoins = 10_000;

/** Creates and caches the nodes for the schemas of one document. */
export class SchemaNodes implements NodeSource {
  readonly document: OpenapiDocument;
  readonly #ids = new WeakMap<JsonObject, number>();
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #constants = new ConstantSchemas();
  readonly #derived: DerivedSchemas;
  readonly #includedBy: IncludedSchemas;
  readonly #mayBeIncludedBy: IncludedSchemas;
  readonly #subtypes: Subtypes;
  readonly acceptsNull: AcceptsNull;
  /** The budget of combined schemas. */
  readonly budget: Budget;
  #count = 0;

  constructor(
    document: OpenapiDocument,
    subtypes: Subtypes,
    limit = maxJoins,
    derived = new DerivedSchemas(),
  ) {
    this.document = document;
    this.#subtypes = subtypes;
    this.budget = new Budget(limit);
    this.#derived = derived;
    this.acceptsNull = acceptsNullIn(document);
    this.#includedBy = includedSchemasIn(document);
    this.#mayBeIncludedBy = includedSchemasIn(document, true);
  }

  /** Nodes for the same document with a separate budget. */
  apart(limit: number): SchemaNodes {
    return new SchemaNodes(this.document, this.#subtypes, limit, this.#derived);
  }

  nodeOf(value: Json | undefined, pointer: string): SchemaNode {
    return this.joined([this.#locate(value, pointer)]);
  }

  joined(all: readonly Located[]): SchemaNode {
    const parts = all.length > 1 ? withoutImplied(all, this.#constants, this.acceptsNull) : all;
    const byId = new Map(parts.map((part) => [this.#idOf(part.value), part]));
    // The order of schemas has no meaning, so any order gives the same node.
    const key = [...byId.keys()].toSorted((a, b) => a - b).join(' ');
    const known = this.#nodes.get(key);
    if (known) return known;
    const unique = [...byId.values()];
    if (unique.length > 1) this.budget.spend();
    const node = new LazyNode(this.#nodes.size, unique, this);
    this.#nodes.set(key, node);
    return node;
  }

  leaves(parts: readonly Located[]): readonly Located[] {
    const found = new Map<JsonObject, Located>();
    const waiting = [...parts];
    for (const part of waiting) {
      if (found.has(part.value)) continue;
      const { value } = part;
      const { $ref: reference } = value;
      const target = typeof reference === 'string' ? this.document.references.target(reference) : undefined;
      found.set(value, target ? this.#referenceSiblings(part) : part);
      if (target) waiting.push(this.#locate(target.value, target.pointer));
      if (target && !this.document.mergesSiblings) continue;
      waiting.push(...this.#partsOf(part));
    }
    return [...found.values()];
  }

  #partsOf({ value, pointer, includedBy = value }: Located): readonly Located[] {
    const { allOf } = value;
    if (!Array.isArray(allOf)) return [];
    return (allOf as readonly Json[]).map((item, index) => {
      const part = this.#locate(item, appendPointer(pointer, 'allOf', index));
      return part.value === item ? { ...part, includedBy } : part;
    });
  }

  evaluatedWith(leaf: Located, all: readonly Located[], hasChoices: boolean): Evaluated {
    const included = this.#includedBy(this.#derived.writtenOf(leaf.value));
    const leaves = all.filter(({ value }) => included.has(this.#derived.writtenOf(value)));
    const dependsOnValue = leaves.some(
      ({ value }) => (hasChoices && hasChoice(value)) || hasCondition(value),
    );
    return { leaves, dependsOnValue };
  }

  mayEvaluate({ value }: Located): readonly JsonObject[] {
    return [...this.#mayBeIncludedBy(this.#derived.writtenOf(value))];
  }

  mayAlsoEvaluate(leaves: readonly Located[]): readonly JsonObject[] {
    const parts = leaves.flatMap(({ value }) => [value['oneOf'], value['anyOf'], conditionsIn(value)].flat());
    const schemas = parts.filter((part) => isJsonObject(part));
    return [...new Set(schemas.flatMap((schema) => [...this.#mayBeIncludedBy(schema)]))];
  }

  subtypes(parts: readonly Located[], leaves: readonly Located[]): readonly SchemaNode[] {
    return this.#subtypes.ofAll(leaves).map((subtype) => {
      const others = parts.filter(({ value }) => !this.#subtypes.includes(subtype.value, value));
      return this.joined([subtype, ...others]);
    });
  }

  /** The parts of a schema without its choices; with `only`, without that choice. */
  withoutChoice(node: SchemaNode, only?: Choice): readonly Located[] {
    const remaining = othersOf(node, only);
    return this.#without(node, (leaf) => choiceKeywords(leaf, remaining, only));
  }

  /** Like `withoutChoice`, but also without `unevaluatedProperties` and `unevaluatedItems`. */
  withoutUnevaluated(node: SchemaNode, only?: Choice): readonly Located[] {
    const remaining = othersOf(node, only);
    return this.#without(node, (leaf) => {
      const unevaluated = unevaluatedKeywords.filter((keyword) => keyword in leaf);
      return [...choiceKeywords(leaf, remaining, only), ...unevaluated];
    });
  }

  /** The parts of a schema without keywords that depend on a value as a whole; all its values fit these parts. */
  withoutConditions(node: SchemaNode): readonly Located[] {
    return this.#without(node, () => wholeKeywords);
  }

  /**
   * A schema without restrictions of undeclared properties. A part loses its restriction only if it, or the schemas
   * that it includes, declare all properties of the schema.
   */
  withoutOthers(node: SchemaNode): SchemaNode {
    const { leaves, choices, properties } = node.flat;
    const keywordsOfRest = (leaf: Located) => {
      const included = this.evaluatedWith(leaf, leaves, choices.all.length > 0).leaves;
      return restKeywords([...properties.named.keys()], leaf.value, included);
    };
    return this.joined(leaves.map((leaf) => this.#leafWithout(leaf, keywordsOfRest(leaf))));
  }

  #without(node: SchemaNode, keywordsOf: (leaf: JsonObject) => readonly string[]): readonly Located[] {
    return node.flat.leaves.map((leaf) => this.#leafWithout(leaf, keywordsOf(leaf.value)));
  }

  #leafWithout(leaf: Located, keywords: readonly string[]): Located {
    const { value, pointer, includedBy = this.#derived.writtenOf(value) } = leaf;
    return { pointer, value: this.#derived.without(value, keywords), includedBy };
  }

  /** A schema restricted to values other than null. */
  withoutNull(node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constants.named('notNull', pointerOf(node))]);
  }

  /** A schema restricted to values of one type. */
  onlyOf(type: SchemaType, node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constants.named(type, pointerOf(node))]);
  }

  /** A schema restricted to integers within bounds. */
  integersWithin(range: IntegerRange, node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constants.integersWithin(range, pointerOf(node))]);
  }

  /** A schema restricted to one value. */
  onlyValue(value: Json, node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constants.ofValue(value, pointerOf(node))]);
  }

  /** A schema for all objects that have a property. */
  objectWith(name: string): Located {
    return this.#constants.objectWith(name);
  }

  /** A reference with its documentation only, if the version of OpenAPI ignores the siblings of references. */
  #referenceSiblings({ value, pointer }: Located): Located {
    if (this.document.mergesSiblings) return { value, pointer };
    return { value: this.#derived.proseOf(value), pointer };
  }

  #locate(value: Json | undefined, pointer: string): Located {
    if (!isJsonObject(value)) return this.#constants.named(value === false ? 'nothing' : 'anything', pointer);
    // A reference without siblings is its target, whatever its name.
    if (Object.keys(value).length > 1) return { value, pointer };
    const { document } = this;
    const end = document.references.follow(value, (one) => document.extendsReference(one));
    if (isJsonObject(end?.value)) return { value: end.value, pointer: end.target?.pointer ?? pointer };
    return this.#constants.named(end?.value === false ? 'nothing' : 'anything', pointer);
  }

  #idOf(value: JsonObject): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#ids.set(value, this.#count);
    return this.#count;
  }
}

function hasChoice({ oneOf, anyOf }: JsonObject): boolean {
  return oneOf !== undefined || anyOf !== undefined;
}

/** Whether the value decides which further schemas describe properties. */
function hasCondition(schema: JsonObject): boolean {
  return schema['if'] !== undefined || schema['dependentSchemas'] !== undefined;
}

/** The choices of a schema except one; without `only`, none. */
function othersOf({ flat }: SchemaNode, only: Choice | undefined): readonly Choice[] {
  return only ? flat.choices.all.filter((choice) => choice !== only) : [];
}

/**
 * Schemas that apply together, without the added constants that the others imply: "not null" next to an object, or a
 * type next to the same type. So an alternative is the same combination in every choice around it.
 */
function withoutImplied(
  all: readonly Located[],
  constants: ConstantSchemas,
  acceptsNull: AcceptsNull,
): readonly Located[] {
  const nameOf = ({ value }: Located) => constants.nameOf(value) ?? 'anything';
  const isAdded = (part: Located) => nameOf(part) === 'notNull' || isTypeName(nameOf(part));
  if (!all.some(isAdded)) return all;
  const own = all.filter((part) => !isAdded(part));
  const added = new Map(all.filter(isAdded).map((part) => [nameOf(part), part]));
  const types = own.map(({ value }) => readTypes(value)).reduce(sharedTypes, allTypes);
  const narrowing = [...added].flatMap(([name, { value }]) => {
    const allowed = readTypes(value);
    return [...types].every((type) => allowed.has(type)) ? [] : [{ name, allowed }];
  });
  if (narrowing.length > 0) {
    const left = narrowing.map(({ allowed }) => allowed).reduce(sharedTypes, types);
    if (left.size === 0) return [constants.named('nothing', '')];
  }
  const at = pointerOf({ parts: own });
  if (narrowing.length > 0) return [...own, ...narrowing.map(({ name }) => constants.named(name, at))];
  return own.every(({ value }) => acceptsNull(value)) ? [...own, constants.named('notNull', at)] : own;
}
