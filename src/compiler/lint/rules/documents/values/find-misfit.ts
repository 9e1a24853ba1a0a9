import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { reasonAgainst } from './reason-against.ts';

/** A part of a value that does not fit the schema for it. */
interface Misfit {
  /** The path from the value to the part. */
  readonly path: readonly (string | number)[];
  /** The problem, as the end of a sentence. */
  readonly reason: string;
}

/** For each way, the keywords of members that are sent only the other way, and so may be missing. */
const oneWay = { request: ['readOnly'], response: ['writeOnly'], either: ['readOnly', 'writeOnly'] } as const;

/** Whether a value is sent in a request or in a response; `either` if that is unknown. */
export type Way = keyof typeof oneWay;

/** One comparison of a value with a schema. */
interface Search {
  /** The results for values, by schema: several alternatives may compare members with the same schemas. */
  readonly known: Map<object, Map<JsonObject, Misfits>>;
  readonly optional: readonly string[];
}

type Misfits = readonly Misfit[];

/** A shared empty list, so that the many values without misfits allocate nothing. */
const none: Misfits = [];

/**
 * The parts of a value that a schema refuses: by the keywords about the value itself, by its required or undeclared
 * members, by the schemas of its members and items, or by all of its alternatives. Items with the same misfit count
 * once.
 */
export function findMisfits(value: Json, schema: SchemaNode | undefined, way: Way = 'either'): Misfits {
  return schema ? findIn(value, schema, { known: new Map(), optional: oneWay[way] }) : none;
}

function findIn(value: Json, schema: SchemaNode, search: Search): Misfits {
  if (typeof value !== 'object' || value === null) return findAt(value, schema, search, []);
  const ofValue = search.known.get(value) ?? new Map<JsonObject, Misfits>();
  search.known.set(value, ofValue);
  const found = ofValue.get(schema.value) ?? findAt(value, schema, search, []);
  ofValue.set(schema.value, found);
  return found;
}

/** `seen` are the schemas that the same value is being compared with: alternatives may lead back to them. */
function findAt(value: Json, schema: SchemaNode, search: Search, seen: readonly JsonObject[]): Misfits {
  if (seen.includes(schema.value) || (value === null && isNullable(schema))) return none;
  const reason = reasonAgainstParts(value, schema, search);
  if (reason !== undefined) return [{ path: [], reason }];
  const inside = findInside(value, schema, search);
  return inside.length > 0 ? inside : findAmongAlternatives(value, schema, search, seen);
}

function isNullable({ parts }: SchemaNode): boolean {
  return parts.some((part) => part.value['nullable'] === true || part.value['x-nullable'] === true);
}

function reasonAgainstParts(value: Json, schema: SchemaNode, search: Search): string | undefined {
  for (const part of schema.parts) {
    const reason = reasonAgainst(value, part.value);
    if (reason !== undefined) return reason;
  }
  return isJsonObject(value) ? reasonAgainstMembers(value, schema, search) : undefined;
}

function reasonAgainstMembers(
  value: JsonObject,
  { required, properties, parts }: SchemaNode,
  { optional }: Search,
): string | undefined {
  for (const name of required) {
    const schema = properties.get(name)?.schema?.value;
    const isOptional = optional.some((keyword) => schema?.[keyword] === true);
    if (!isOptional && !Object.hasOwn(value, name)) return `lacks the required \`${name}\``;
  }
  for (const part of parts) {
    const other = findUndeclared(value, part.value);
    if (other !== undefined) return `has \`${other}\`, which the schema does not allow`;
  }
  return undefined;
}

/**
 * A member that a closed schema does not declare. Only the schema's own properties count, not those of included
 * schemas.
 */
function findUndeclared(value: JsonObject, keywords: JsonObject): string | undefined {
  const { additionalProperties, properties = {}, patternProperties } = keywords;
  if (additionalProperties !== false || patternProperties !== undefined || !isJsonObject(properties))
    return undefined;
  return Object.keys(value).find((name) => !Object.hasOwn(properties, name));
}

function findInside(value: Json, schema: SchemaNode, search: Search): Misfits {
  if (Array.isArray(value)) return findAmongItems(value, schema, search);
  return isJsonObject(value) ? findAmongMembers(value, schema, search) : none;
}

function findAmongItems(values: readonly Json[], schema: SchemaNode, search: Search): Misfits {
  const items = schema.keyword('prefixItems') ? undefined : schema.items;
  if (!items) return none;
  const found = new Map<string, Misfit>();
  for (const [index, item] of values.entries()) {
    for (const misfit of findIn(item, items, search)) {
      const key = JSON.stringify(misfit);
      if (!found.has(key)) found.set(key, below(index, misfit));
    }
  }
  return found.size === 0 ? none : [...found.values()];
}

function findAmongMembers(value: JsonObject, { properties }: SchemaNode, search: Search): Misfits {
  if (properties.size === 0) return none;
  const found: Misfit[] = [];
  for (const [name, member] of Object.entries(value)) {
    const declared = properties.get(name)?.schema;
    const misfits = declared ? findIn(member, declared, search) : none;
    for (const misfit of misfits) found.push(below(name, misfit));
  }
  return found;
}

function below(name: string | number, misfit: Misfit): Misfit {
  return { ...misfit, path: [name, ...misfit.path] };
}

const choices = ['oneOf', 'anyOf'] as const;

/**
 * The misfits of a value that fits no alternative: those with the only alternative for its type, or the value as a
 * whole.
 */
function findAmongAlternatives(
  value: Json,
  schema: SchemaNode,
  search: Search,
  seen: readonly JsonObject[],
): Misfits {
  for (const part of schema.parts) {
    for (const key of choices) {
      const written = part.value[key];
      if (!Array.isArray(written) || written.length === 0) continue;
      const alternatives = part.schemasIn(key);
      // Skipped if an alternative is a boolean, which is not among the schemas.
      if (written.length !== alternatives.length) continue;
      const compared = [...seen, schema.value];
      const all = alternatives.map((alternative) => findAt(value, alternative, search, compared));
      if (all.some((misfits) => misfits.length === 0)) continue;
      const inside = all.filter(([first]) => first?.reason.startsWith('is not of the type') !== true);
      const only = inside.length === 1 ? inside[0] : undefined;
      return only ?? [{ path: [], reason: `fits no alternative of \`${key}\`` }];
    }
  }
  return none;
}
