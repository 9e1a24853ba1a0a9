import { isJsonObject, type Json } from '#compiled/json.ts';
import type { NormalSchema } from '../schema/normalise-schema.ts';

/** The type to which a text must be converted before a schema can check it. */
export interface ValueShape {
  /** The types that the schema allows; undefined if it allows all. */
  readonly types: ReadonlySet<string> | undefined;
  /** The type to which the items of an array are converted. */
  readonly items?: ValueShape;
  readonly properties?: ReadonlyMap<string, ValueShape>;
}

/** Returns the schema with the name that a reference in a normalised schema contains. */
type FindSchema = (name: string) => NormalSchema;

/** The maximum nesting to which texts are split. */
const maxLevels = 5;

export const anyShape: ValueShape = { types: undefined };

/** The types to which the texts of parameters are converted. Each schema is read once for each level of nesting. */
export class ValueShapes {
  readonly #find: FindSchema;
  readonly #known = new Map<NormalSchema, ValueShape[]>();

  constructor(find: FindSchema) {
    this.#find = find;
  }

  shapeOf(schema: NormalSchema, levels = maxLevels): ValueShape {
    const end = followReferences(schema, this.#find);
    if (levels === 0 || typeof end === 'boolean') return anyShape;
    const known = this.#known.get(end) ?? [];
    this.#known.set(end, known);
    return (known[levels] ??= this.#read(end, levels));
  }

  #read(schema: NormalSchema, levels: number): ValueShape {
    const parts = partsOf(schema, this.#find);
    const types = typesOf(parts, (alternative) => this.shapeOf(alternative, levels - 1));
    const items = parts.map((part) => part['items']).find(isJsonObject);
    const properties = new Map<string, ValueShape>();
    for (const part of parts) {
      if (!isJsonObject(part['properties'])) continue;
      for (const [name, property] of Object.entries(part['properties']))
        properties.set(name, this.shapeOf(property as NormalSchema, levels - 1));
    }
    return {
      types,
      ...(items && { items: this.shapeOf(items, levels - 1) }),
      ...(properties.size > 0 && { properties }),
    };
  }
}

/** The schema at the end of a chain of mere references; `true`, which allows any value, if the chain is circular. */
function followReferences(schema: NormalSchema, find: FindSchema): NormalSchema {
  const seen = new Set<NormalSchema>();
  let next = schema;
  while (typeof next !== 'boolean' && !seen.has(next)) {
    const { $ref: name, ...others } = next;
    if (typeof name !== 'string' || Object.keys(others).length > 0) return next;
    seen.add(next);
    next = find(name);
  }
  return typeof next === 'boolean' ? next : true;
}

type SchemaParts = readonly Readonly<Record<string, Json>>[];

/** A schema and all schemas that it includes. */
function partsOf(schema: NormalSchema, find: FindSchema): SchemaParts {
  const parts = new Set<Readonly<Record<string, Json>>>();
  const rest: Json[] = [schema];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (!isJsonObject(next) || parts.has(next)) continue;
    parts.add(next);
    const { $ref: name, allOf } = next;
    if (typeof name === 'string') rest.push(find(name));
    if (Array.isArray(allOf)) rest.push(...(allOf as readonly Json[]));
  }
  return [...parts];
}

type ShapeOf = (schema: NormalSchema) => ValueShape;

/**
 * The types that a text may have; undefined if it may have any. Every part narrows the types, but the first part with a
 * type is enough to read a text.
 */
function typesOf(parts: SchemaParts, shapeOf: ShapeOf): ReadonlySet<string> | undefined {
  for (const { type, enum: choices, const: only } of parts) {
    if (typeof type === 'string') return new Set([type]);
    if (Array.isArray(type)) return new Set(type.map(String));
    if (Array.isArray(choices)) return new Set((choices as readonly Json[]).map(typeOf));
    if (only !== undefined) return new Set([typeOf(only)]);
  }
  for (const { anyOf, oneOf } of parts) {
    const alternatives = anyOf ?? oneOf;
    if (Array.isArray(alternatives)) return typesOfAlternatives(alternatives as readonly Json[], shapeOf);
  }
  return undefined;
}

function typesOfAlternatives(
  alternatives: readonly Json[],
  shapeOf: ShapeOf,
): ReadonlySet<string> | undefined {
  const types = new Set<string>();
  for (const alternative of alternatives) {
    const shape = shapeOf(alternative as NormalSchema);
    if (!shape.types) return undefined;
    for (const type of shape.types) types.add(type);
  }
  return types;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
