import { isJsonObject, type Json, type JsonObject } from '../../../../src/compiled/json.ts';

/**
 * A schema of OpenAPI as JSON Schema 2020-12. `oneOf` is read as `anyOf`: that an alternative is new counts as more,
 * whether or not it has values in common with others.
 */
export function readAsJsonSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { nullable, oneOf, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, below(name, value)]));
  return {
    ...plain,
    ...(oneOf !== undefined && {
      allOf: [...listOf(plain['allOf']), { anyOf: listOf(oneOf).map(readAsJsonSchema) }],
    }),
    ...(nullable === true && { type: [plain['type'] ?? 'string', 'null'].flat() }),
    ...boundsOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...boundsOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

const lists = new Set(['allOf', 'anyOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties']);
const schemas = new Set(['items', 'additionalProperties', 'contains', 'not']);

function below(name: string, value: Json): Json {
  if (lists.has(name)) return listOf(value).map(readAsJsonSchema);
  if (schemas.has(name)) return readAsJsonSchema(value);
  if (!maps.has(name) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, readAsJsonSchema(schema)]));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function boundsOf(
  bound: string,
  exclusive: string,
  value: Json | undefined,
  by: Json | undefined,
): JsonObject {
  if (by === true) return value === undefined ? {} : { [exclusive]: value };
  return { ...(value !== undefined && { [bound]: value }), ...(by !== undefined && { [exclusive]: by }) };
}

/** A name that no schema describes. */
export const unknownName = 'zz';

/**
 * A schema for senders that add one property, but do not guess names: what is new and optional in an open object
 * changes nothing for them.
 */
export function readBySender(schema: Json): Json {
  return mapValues(mapSchemas(readAsJsonSchema(schema), closed), bySender);
}

function bySender(value: Json): JsonObject {
  return {
    allOf: [value],
    patternProperties: { [`^${unknownName}$`]: true },
    unevaluatedProperties: false,
  };
}

/** What allows every other property describes none. */
function closed({ additionalProperties: rest, ...others }: JsonObject): JsonObject {
  const isOpen =
    rest === undefined || rest === true || (isJsonObject(rest) && Object.keys(rest).length === 0);
  return isOpen ? others : { ...others, additionalProperties: rest };
}

/** The same of a component, which others may extend. */
export function readComponentBySender(schema: Json): Json {
  return mapWithin(mapSchemas(readAsJsonSchema(schema), closed), bySender);
}

/** A schema for readers that ignore unknown properties. */
export function readByReader(schema: Json): Json {
  return mapSchemas(readAsJsonSchema(schema), (value) => {
    if (value['additionalProperties'] !== false || 'patternProperties' in value) return value;
    const { additionalProperties: _, ...open } = value;
    return { ...open, propertyNames: { not: { const: unknownName } } };
  });
}

/** Changes the schemas of values: those of the root, of properties and of items. */
function mapValues(schema: Json, change: (schema: Json) => Json): Json {
  return change(mapWithin(schema, change));
}

function mapWithin(schema: Json, change: (schema: Json) => Json): Json {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([name, value]): [string, Json] => {
    if (name === 'allOf' || name === 'anyOf')
      return [name, listOf(value).map((one) => withProperties(mapWithin(one, change)))];
    if (name === 'prefixItems') return [name, listOf(value).map((one) => mapValues(one, change))];
    if (name === 'items' || name === 'additionalProperties') return [name, mapValues(value, change)];
    if (!maps.has(name) || !isJsonObject(value)) return [name, value];
    return [
      name,
      Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapValues(one, change)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** Ajv throws at `unevaluatedProperties` if only some alternatives have keywords for properties. */
function withProperties(schema: Json): Json {
  if (schema === false) return schema;
  return { properties: {}, ...(isJsonObject(schema) && schema) };
}

function mapSchemas(schema: Json, change: (schema: JsonObject) => JsonObject): Json {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([name, value]): [string, Json] => {
    if (lists.has(name)) return [name, listOf(value).map((one) => mapSchemas(one, change))];
    if (name === 'items' || name === 'additionalProperties') return [name, mapSchemas(value, change)];
    if (!maps.has(name) || !isJsonObject(value)) return [name, value];
    return [
      name,
      Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapSchemas(one, change)])),
    ];
  });
  return change(Object.fromEntries(entries));
}
