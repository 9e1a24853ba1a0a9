import { canonicalJson } from '../../../../compiled/canonical-json.ts';
import { isJsonObject, omit, pick, type Json, type JsonObject } from '../../../../compiled/json.ts';
import { appendPointer } from '../../../../source/place.ts';
import type { OpenapiDocument } from '../../../../openapi/model.ts';
import { acceptsNullIn, type AcceptsNull } from './flatten/accepts-null.ts';
import { conditionsIn, includedSchemasIn, type IncludedSchemas } from './flatten/included-schemas.ts';
import { EntangledSchemasError } from './entangled-schemas-error.ts';
import { LazyNode } from './lazy-node.ts';
import { conditionKeywords } from './schema-keywords.ts';
import type { Choice, Evaluated, Located, NodeSource, SchemaNode, SchemaType } from './flat-schema.ts';
import { pointerOf } from './schema-fact.ts';
import type { Subtypes } from './subtypes.ts';

/** `true` and `false` instead of a schema (JSON Schema 2020-12, section 4.3.2). */
const constants = {
  anything: {},
  nothing: { type: [] },
  notNull: { not: { type: 'null' } },
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
} satisfies Readonly<Record<string, JsonObject>>;

const proseKeywords = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs'];

/** The maximum number of combinations of schemas; documents of people have a few hundred. */
const maxJoins = 10_000;

/** The schemas of one document. */
export class SchemaNodes implements NodeSource {
  readonly document: OpenapiDocument;
  readonly #ids = new WeakMap<JsonObject, number>();
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #constants = new Map<string, JsonObject>();
  readonly #prose = new WeakMap<JsonObject, JsonObject>();
  readonly #unchosen = new Map<string, WeakMap<JsonObject, JsonObject>>();
  /** The schemas from which those without choices were made. */
  readonly #written: WeakMap<JsonObject, JsonObject>;
  readonly #includedBy: IncludedSchemas;
  readonly #mayBeIncludedBy: IncludedSchemas;
  readonly #subtypes: Subtypes;
  readonly acceptsNull: AcceptsNull;
  readonly #maxJoins: number;
  #count = 0;
  #joins = 0;

  constructor(
    document: OpenapiDocument,
    subtypes: Subtypes,
    limit = maxJoins,
    written = new WeakMap<JsonObject, JsonObject>(),
  ) {
    this.document = document;
    this.#subtypes = subtypes;
    this.#maxJoins = limit;
    this.#written = written;
    this.acceptsNull = acceptsNullIn(document);
    this.#includedBy = includedSchemasIn(document);
    this.#mayBeIncludedBy = includedSchemasIn(document, true);
  }

  /** The same schemas, with a limit of their own for what is combined. */
  apart(limit: number): SchemaNodes {
    return new SchemaNodes(this.document, this.#subtypes, limit, this.#written);
  }

  nodeOf(value: Json | undefined, pointer: string): SchemaNode {
    return this.joined([this.#locate(value, pointer)]);
  }

  joined(parts: readonly Located[]): SchemaNode {
    const byId = new Map(parts.map((part) => [this.#idOf(part.value), part]));
    // The order of schemas has no meaning, so any order gives the same node.
    const key = [...byId.keys()].toSorted((a, b) => a - b).join(' ');
    const known = this.#nodes.get(key);
    if (known) return known;
    const unique = [...byId.values()];
    if (unique.length > 1) this.#joins += 1;
    if (this.#joins > this.#maxJoins) throw new EntangledSchemasError();
    const node = new LazyNode(this.#nodes.size, unique, this);
    this.#nodes.set(key, node);
    return node;
  }

  leaves(parts: readonly Located[]): readonly Located[] {
    const found = new Map<JsonObject, Located>();
    const waiting = [...parts];
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      if (found.has(part.value)) continue;
      const { value } = part;
      const { $ref: reference } = value;
      const target = typeof reference === 'string' ? this.document.references.target(reference) : undefined;
      found.set(value, target ? this.#besideReference(part) : part);
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
    const included = this.#includedBy(this.#written.get(leaf.value) ?? leaf.value);
    const leaves = all.filter(({ value }) => included.has(this.#written.get(value) ?? value));
    const dependsOnValue = leaves.some(
      ({ value }) => (hasChoices && hasChoice(value)) || hasCondition(value),
    );
    return { leaves, dependsOnValue };
  }

  mayEvaluate({ value }: Located): readonly JsonObject[] {
    return [...this.#mayBeIncludedBy(this.#written.get(value) ?? value)];
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

  /** A schema without its choices, or without one of them. */
  withoutChoice(node: SchemaNode, only?: Choice): readonly Located[] {
    const kept = othersOf(node, only);
    return this.#without(node, (leaf) => keywordsWithout(leaf, kept));
  }

  /** The same, and without what nothing evaluates. */
  withoutUnevaluated(node: SchemaNode, only?: Choice): readonly Located[] {
    const kept = othersOf(node, only);
    return this.#without(node, (leaf) => {
      const unevaluated = keywordsOfUnevaluated.filter((keyword) => keyword in leaf);
      return [...keywordsWithout(leaf, kept), ...unevaluated];
    });
  }

  /** A schema without what depends on a value as a whole: all its values fit what remains. */
  withoutConditions(node: SchemaNode): readonly Located[] {
    return this.#without(node, () => keywordsOfConditions);
  }

  #without(node: SchemaNode, keywordsOf: (leaf: JsonObject) => readonly string[]): readonly Located[] {
    return node.flat.leaves.map(({ value, pointer, includedBy }) => {
      const keywords = keywordsOf(value);
      const key = keywords.join(' ');
      const known = this.#unchosen.get(key) ?? new WeakMap<JsonObject, JsonObject>();
      this.#unchosen.set(key, known);
      const unchosen = derive(known, value, () => withoutKeywords(value, keywords));
      const written = this.#written.get(value) ?? value;
      this.#written.set(unchosen, written);
      return { pointer, value: unchosen, includedBy: includedBy ?? written };
    });
  }

  /** The values of a schema that are not null. */
  withoutNull(node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constant('notNull', pointerOf(node))]);
  }

  /** The values of a schema that are of one type. */
  onlyOf(type: SchemaType, node: SchemaNode): SchemaNode {
    return this.joined([...node.parts, this.#constant(type, pointerOf(node))]);
  }

  /** One of the values of a schema. */
  onlyValue(value: Json, node: SchemaNode): SchemaNode {
    const pointer = pointerOf(node);
    return this.joined([
      ...node.parts,
      this.#madeAt(`= ${canonicalJson(value)}`, pointer, { enum: [value] }),
    ]);
  }

  /** All objects with a property. */
  objectWith(name: string): Located {
    return this.#madeAt(`with ${name}`, '', { type: 'object', required: [name] });
  }

  /** Siblings of a reference that have no effect are still documentation. */
  #besideReference({ value, pointer }: Located): Located {
    if (this.document.mergesSiblings) return { value, pointer };
    return { value: derive(this.#prose, value, () => pick(value, proseKeywords)), pointer };
  }

  #locate(value: Json | undefined, pointer: string): Located {
    if (!isJsonObject(value)) return this.#constant(value === false ? 'nothing' : 'anything', pointer);
    // A reference without siblings is its target, whatever its name.
    if (Object.keys(value).length > 1) return { value, pointer };
    const end = this.document.references.follow(value);
    if (isJsonObject(end?.value)) return { value: end.value, pointer: end.target?.pointer ?? pointer };
    return this.#constant(end?.value === false ? 'nothing' : 'anything', pointer);
  }

  #constant(name: keyof typeof constants, pointer: string): Located {
    return this.#madeAt(name, pointer, constants[name]);
  }

  /** A separate object for each pointer, so that each has its own location. */
  #madeAt(name: string, pointer: string, schema: JsonObject): Located {
    const key = `${name} ${pointer}`;
    const value = this.#constants.get(key) ?? { ...schema };
    this.#constants.set(key, value);
    return { value, pointer };
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

/** Whether it depends on a value which properties further schemas describe. */
function hasCondition(schema: JsonObject): boolean {
  return schema['if'] !== undefined || schema['dependentSchemas'] !== undefined;
}

/** Keeps the object if it has no such keyword, so that recursive choices terminate. */
function withoutKeywords(value: JsonObject, keywords: readonly string[]): JsonObject {
  return keywords.some((name) => name in value) ? omit(value, new Set(keywords)) : value;
}

/** The choices that remain without one of them: none without all. */
function othersOf({ flat }: SchemaNode, only: Choice | undefined): readonly Choice[] {
  return only ? flat.choices.filter((choice) => choice !== only) : [];
}

/**
 * The keywords that are left out of a leaf so that of its choices some remain: what is included by reference, and the only
 * alternative of a choice, is a leaf of its own.
 */
function keywordsWithout(leaf: JsonObject, kept: readonly Choice[]): readonly string[] {
  const own = kept.filter((choice) => choice.leaf === leaf);
  const has = (isExclusive: boolean) => own.some((choice) => choice.isExclusive === isExclusive);
  return [
    'allOf',
    '$ref',
    ...(own.length > 0 ? [] : ['discriminator']),
    ...(has(true) ? [] : ['oneOf']),
    ...(has(false) ? [] : ['anyOf']),
  ];
}

const keywordsOfUnevaluated = ['unevaluatedProperties', 'unevaluatedItems'];

const keywordsOfConditions = [
  'allOf',
  '$ref',
  'oneOf',
  'anyOf',
  'discriminator',
  ...keywordsOfUnevaluated,
  ...conditionKeywords.flat(),
];

function derive(
  known: WeakMap<JsonObject, JsonObject>,
  from: JsonObject,
  make: () => JsonObject,
): JsonObject {
  const found = known.get(from) ?? make();
  known.set(from, found);
  return found;
}
