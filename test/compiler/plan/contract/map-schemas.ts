import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const single = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'then',
  'else',
]);

/** The end of the names of components that are kept as they are written. */
export const suffix = 'AsWritten';

/** A schema that refers to components as they are written. */
export function asWritten(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema).replaceAll(/("#\/components\/schemas\/\w+)"/g, `$1${suffix}"`),
  ) as Json;
}

/** Changes a schema and all schemas in it but those in `not` and `if`, the inner ones first. */
export function mapSchemas(schema: Json, change: (schema: JsonObject) => Json): Json {
  if (!isJsonObject(schema)) return schema;
  const next = (value: Json) => mapSchemas(value, change);
  const entries = Object.entries(schema).map(([name, value]): [string, Json] => {
    if (lists.has(name) && Array.isArray(value)) return [name, (value as readonly Json[]).map(next)];
    if (single.has(name)) return [name, next(value)];
    if (name === 'not' || name === 'if') return [name, asWritten(value)];
    if (!maps.has(name) || !isJsonObject(value)) return [name, value];
    return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, next(one)]))];
  });
  return change(Object.fromEntries(entries));
}
