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
  return schema && findIn(value, schema, new WeakMap());
}

/** What was found of values, by schema: several alternatives of a value may compare its members with the same schemas. */
type Known = WeakMap<object, Map<JsonObject, Misfit | undefined>>;

function findIn(value: Json, schema: SchemaNode, known: Known): Misfit | undefined {
  if (typeof value !== 'object' || value === null) return findAt(value, schema, known, new Set());
  const ofValue = known.get(value) ?? new Map<JsonObject, Misfit | undefined>();
  known.set(value, ofValue);
  if (!ofValue.has(schema.value)) ofValue.set(schema.value, findAt(value, schema, known, new Set()));
  return ofValue.get(schema.value);
}

/** `seen` are the schemas that the same value is being compared with: alternatives may lead back to them. */
function findAt(
  value: Json,
  schema: SchemaNode,
  known: Known,
  seen: ReadonlySet<JsonObject>,
): Misfit | undefined {
  if (seen.has(schema.value) || (value === null && isNullable(schema))) return undefined;
  const reason = reasonAgainstParts(value, schema);
  if (reason !== undefined) return { path: [], reason };
  return (
    findInside(value, schema, known) ??
    findAmongAlternatives(value, schema, known, new Set([...seen, schema.value]))
  );
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
  const { items, properties } = schema;
  if (Array.isArray(value)) {
    return findFirst([...(value as readonly Json[]).entries()], ([index, item]) =>
      items && !schema.keyword('prefixItems') ? below(index, findIn(item, items, known)) : undefined,
    );
  }
  if (!isJsonObject(value)) return undefined;
  return findFirst(Object.entries(value), ([name, member]) => {
    const declared = properties.get(name)?.schema;
    return declared && below(name, findIn(member, declared, known));
  });
}

function below(name: string | number, misfit: Misfit | undefined): Misfit | undefined {
  return misfit && { ...misfit, path: [name, ...misfit.path] };
}

/**
 * Of a value that fits no alternative, the misfit with the only one that is for values of its type, or else the value.
 */
function findAmongAlternatives(
  value: Json,
  schema: SchemaNode,
  known: Known,
  seen: ReadonlySet<JsonObject>,
): Misfit | undefined {
  for (const part of schema.parts) {
    for (const key of ['oneOf', 'anyOf'] as const) {
      const alternatives = part.schemasIn(key);
      const written = part.value[key];
      // Those that are booleans are not among the schemas.
      if (!Array.isArray(written) || written.length === 0 || written.length !== alternatives.length) continue;
      const misfits = alternatives.map((alternative) => findAt(value, alternative, known, seen));
      if (misfits.includes(undefined)) continue;
      const inside = misfits.filter((misfit) => misfit && !misfit.reason.startsWith('is not of the type'));
      const only = inside.length === 1 ? inside[0] : undefined;
      return only ?? { path: [], reason: `fits no alternative of \`${key}\`` };
    }
  }
  return undefined;
}

function findFirst<Item>(
  items: readonly Item[],
  find: (item: Item) => Misfit | undefined,
): Misfit | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
