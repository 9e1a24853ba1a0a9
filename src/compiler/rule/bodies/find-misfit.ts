import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import type { SchemaNode } from '../../../openapi/model.ts';
import { reasonAgainst } from './reason-against.ts';

/** A part of a value that does not fit the schema for it. */
export interface Misfit {
  /** From the value to the part. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as the end of a sentence. */
  readonly reason: string;
}

/**
 * The first part of a value that a schema refuses by the keywords about the value itself, its required or its closed
 * members, what it says of its members and items, or all of its alternatives.
 */
export function findMisfit(value: Json, schema: SchemaNode | undefined): Misfit | undefined {
  return schema && findIn(value, schema, new Map());
}

/** What was found of values, by schema: several alternatives of a value may compare its members with the same schemas. */
type Known = Map<object, Map<JsonObject, Misfit | undefined>>;

function findIn(value: Json, schema: SchemaNode, known: Known): Misfit | undefined {
  if (typeof value !== 'object' || value === null) return findAt(value, schema, known, []);
  const ofValue = known.get(value) ?? new Map<JsonObject, Misfit | undefined>();
  known.set(value, ofValue);
  if (!ofValue.has(schema.value)) ofValue.set(schema.value, findAt(value, schema, known, []));
  return ofValue.get(schema.value);
}

/** `seen` are the schemas that the same value is being compared with: alternatives may lead back to them. */
function findAt(
  value: Json,
  schema: SchemaNode,
  known: Known,
  seen: readonly JsonObject[],
): Misfit | undefined {
  if (seen.includes(schema.value) || (value === null && isNullable(schema))) return undefined;
  const reason = reasonAgainstParts(value, schema);
  if (reason !== undefined) return { path: [], reason };
  return findInside(value, schema, known) ?? findAmongAlternatives(value, schema, known, seen);
}

function isNullable({ parts }: SchemaNode): boolean {
  return parts.some((part) => part.value['nullable'] === true || part.value['x-nullable'] === true);
}

function reasonAgainstParts(value: Json, schema: SchemaNode): string | undefined {
  for (const part of schema.parts) {
    const reason = reasonAgainst(value, part.value);
    if (reason !== undefined) return reason;
  }
  return isJsonObject(value) ? reasonAgainstMembers(value, schema) : undefined;
}

/** What goes only one way may be missing in an example of the other. */
function reasonAgainstMembers(
  value: JsonObject,
  { required, properties, parts }: SchemaNode,
): string | undefined {
  for (const name of required) {
    const schema = properties.get(name)?.schema?.value;
    const isOneWay = schema?.['readOnly'] === true || schema?.['writeOnly'] === true;
    if (!isOneWay && !Object.hasOwn(value, name)) return `lacks the required \`${name}\``;
  }
  for (const part of parts) {
    const other = findUndeclared(value, part.value);
    if (other !== undefined) return `has \`${other}\`, which the schema does not allow`;
  }
  return undefined;
}

/** A member that a closed schema does not declare; those of its own text count, not those that it includes. */
function findUndeclared(value: JsonObject, keywords: JsonObject): string | undefined {
  const { additionalProperties, properties = {}, patternProperties } = keywords;
  if (additionalProperties !== false || patternProperties !== undefined || !isJsonObject(properties))
    return undefined;
  return Object.keys(value).find((name) => !Object.hasOwn(properties, name));
}

function findInside(value: Json, schema: SchemaNode, known: Known): Misfit | undefined {
  if (Array.isArray(value)) return findAmongItems(value, schema, known);
  return isJsonObject(value) ? findAmongMembers(value, schema, known) : undefined;
}

function findAmongItems(values: readonly Json[], schema: SchemaNode, known: Known): Misfit | undefined {
  const items = schema.keyword('prefixItems') ? undefined : schema.items;
  if (!items) return undefined;
  for (const [index, item] of values.entries()) {
    const misfit = findIn(item, items, known);
    if (misfit) return below(index, misfit);
  }
  return undefined;
}

function findAmongMembers(value: JsonObject, { properties }: SchemaNode, known: Known): Misfit | undefined {
  if (properties.size === 0) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const declared = properties.get(name)?.schema;
    const misfit = declared && findIn(member, declared, known);
    if (misfit) return below(name, misfit);
  }
  return undefined;
}

function below(name: string | number, misfit: Misfit): Misfit {
  return { ...misfit, path: [name, ...misfit.path] };
}

const choices = ['oneOf', 'anyOf'] as const;

/**
 * Of a value that fits no alternative, the misfit with the only one that is for values of its type, or else the value.
 */
function findAmongAlternatives(
  value: Json,
  schema: SchemaNode,
  known: Known,
  seen: readonly JsonObject[],
): Misfit | undefined {
  for (const part of schema.parts) {
    for (const key of choices) {
      const written = part.value[key];
      if (!Array.isArray(written) || written.length === 0) continue;
      const alternatives = part.schemasIn(key);
      // Those that are booleans are not among the schemas.
      if (written.length !== alternatives.length) continue;
      const compared = [...seen, schema.value];
      const misfits = alternatives.map((alternative) => findAt(value, alternative, known, compared));
      if (misfits.includes(undefined)) continue;
      const inside = misfits.filter((misfit) => misfit && !misfit.reason.startsWith('is not of the type'));
      const only = inside.length === 1 ? inside[0] : undefined;
      return only ?? { path: [], reason: `fits no alternative of \`${key}\`` };
    }
  }
  return undefined;
}
