import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { collectHidden, type SentSchemas } from './hidden-properties.ts';
import { keywordShape, type KeywordShape } from './schema-keywords.ts';

/** A schema of JSON Schema 2020-12 without annotations, whose references are names that `nameOf` gave. */
export type NormalSchema = boolean | JsonObject;

/** In a request nothing that is only read is required, in a response nothing that is only written. */
export interface NormalisingContext extends SentSchemas {
  /** The name of the schema at a reference; undefined if there is none. */
  readonly nameOf: (reference: string) => string | undefined;
}

/** Writes a schema of any line of OpenAPI in one form; invalid parts have no effect. */
export function normaliseSchema(
  schema: Json | undefined,
  context: NormalisingContext,
  omitted: ReadonlySet<string> = new Set(),
): NormalSchema {
  if (typeof schema === 'boolean') return schema;
  if (!isJsonObject(schema)) return true;
  const { version, mergesSiblings } = context.contract;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? referTo(reference, context) : {};
  if (typeof reference === 'string' && !mergesSiblings) return target;
  const hidden = hiddenIn(schema, context, omitted);
  const normal: Record<string, Json> = { ...target };
  for (const keyword in schema) {
    const shape = keywordShape(version, keyword);
    const value = schema[keyword];
    if (!shape || value === undefined) continue;
    const written = normaliseKeyword(value, shape, context, keyword === 'allOf' ? hidden : new Set());
    if (written !== undefined) normal[keyword] = written;
  }
  if (normal['required']) normal['required'] = listRequired(normal['required'], hidden);
  adaptItems(normal, schema, context);
  adaptContains(normal);
  if (mergesSiblings) return normal;
  adaptLimits(normal, schema);
  return schema['nullable'] === true || schema['x-nullable'] === true ? allowNull(normal) : normal;
}

function referTo(reference: string, { nameOf }: NormalisingContext): JsonObject {
  const name = nameOf(reference);
  return name === undefined ? {} : { $ref: name };
}

function normaliseKeyword(
  value: Json,
  shape: KeywordShape,
  context: NormalisingContext,
  hidden: ReadonlySet<string>,
): Json | undefined {
  if (shape === 'schema') return isSchema(value) ? normaliseSchema(value, context) : undefined;
  if (shape === 'schemas') {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    return (value as readonly Json[]).map((item) => normaliseSchema(item, context, hidden));
  }
  if (shape === 'schemaMap') return isJsonObject(value) ? normaliseMap(value, context) : undefined;
  return shape.isSound(value) ? value : undefined;
}

function isSchema(value: Json): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function normaliseMap(map: JsonObject, context: NormalisingContext): JsonObject {
  const normal: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(map)) {
    // Assigned, this name would become the prototype; no valid document has it.
    if (name !== '__proto__') normal[name] = normaliseSchema(schema, context);
  }
  return normal;
}

/** Twice the same name is an error to ajv. */
function listRequired(required: Json, hidden: ReadonlySet<string>): readonly string[] {
  const names = Array.isArray(required) ? required.map(String) : [];
  return [...new Set(names)].filter((name) => !hidden.has(name));
}

/** The names of properties that do not go this way, in the schema, all that it includes and all that includes it. */
function hiddenIn(
  schema: JsonObject,
  context: NormalisingContext,
  omitted: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!Array.isArray(schema['required']) && !Array.isArray(schema['allOf'])) return omitted;
  return new Set([...omitted, ...collectHidden(schema, context)]);
}

/** A list of schemas for the items one by one was written as `items` before JSON Schema 2020-12. */
function adaptItems(normal: Record<string, Json>, schema: JsonObject, context: NormalisingContext): void {
  const { items } = schema;
  if (!Array.isArray(items)) return;
  if (items.length > 0) {
    normal['prefixItems'] = (items as readonly Json[]).map((item) => normaliseSchema(item, context));
  }
}

/** By `contains` alone, ajv accepts an empty list if it is a further property after a list that is valid. */
function adaptContains(normal: Record<string, Json>): void {
  const { contains, minContains, minItems } = normal;
  if (contains === undefined || minContains === 0) return;
  normal['minItems'] = typeof minItems === 'number' ? Math.max(minItems, 1) : 1;
}

/** Before OpenAPI 3.1 an exclusive limit is a flag next to the limit. */
function adaptLimits(normal: Record<string, Json>, schema: JsonObject): void {
  moveLimit(normal, schema, 'minimum', 'exclusiveMinimum');
  moveLimit(normal, schema, 'maximum', 'exclusiveMaximum');
}

function moveLimit(
  normal: Record<string, Json>,
  schema: JsonObject,
  limit: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const value = normal[limit];
  if (schema[exclusive] !== true || value === undefined) return;
  delete normal[limit];
  normal[exclusive] = value;
}

/** If `null` is allowed, the other keywords do not restrict it: that is what authors of such schemas mean. */
function allowNull(normal: Record<string, Json>): NormalSchema {
  const { type, enum: choices } = normal;
  if (Object.keys(normal).length === 0) return normal;
  if (typeof type !== 'string' || combiners.some((keyword) => keyword in normal)) {
    return { anyOf: [{ type: 'null' }, normal] };
  }
  normal['type'] = [type, 'null'];
  if (Array.isArray(choices) && !choices.includes(null)) normal['enum'] = [...choices, null];
  return normal;
}

/** Keywords that could refuse `null`, whatever the type. */
const combiners = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'];
