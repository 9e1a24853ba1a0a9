import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { collectHidden, type SentSchemas } from './hidden-properties.ts';
import type { OpenapiVersion } from '../plain-parts.ts';

/** The content of a keyword: one schema, a list or a map of them, or a plain value that is kept if it is `sound`. */
type KeywordShape = 'schema' | 'schemas' | 'schemaMap' | { readonly isSound: (value: Json) => boolean };

const plain = (isSound: (value: Json) => boolean): KeywordShape => ({ isSound });

const finite = plain((value) => typeof value === 'number');

const size = plain((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0);

const text = (value: Json) => typeof value === 'string';

const textList = (value: Json) => Array.isArray(value) && value.every(text);

/** Keywords of every line of the specification; others do not restrict the values. */
const sharedKeywords: Readonly<Record<string, KeywordShape>> = {
  type: plain((value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value))),
  enum: plain((value) => Array.isArray(value) && value.length > 0),
  format: plain(text),
  pattern: plain(text),
  minLength: size,
  maxLength: size,
  minimum: finite,
  maximum: finite,
  exclusiveMinimum: finite,
  exclusiveMaximum: finite,
  multipleOf: plain((value) => typeof value === 'number' && value > 0),
  minItems: size,
  maxItems: size,
  uniqueItems: plain((value) => value === true),
  minProperties: size,
  maxProperties: size,
  required: plain((value) => Array.isArray(value) && value.every(text)),
  items: 'schema',
  properties: 'schemaMap',
  additionalProperties: 'schema',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
};

/** Those that OpenAPI 3.1 adds, which is JSON Schema 2020-12. */
const addedKeywords: Readonly<Record<string, KeywordShape>> = {
  const: plain(() => true),
  prefixItems: 'schemas',
  contains: 'schema',
  minContains: size,
  maxContains: size,
  patternProperties: 'schemaMap',
  propertyNames: 'schema',
  dependentRequired: plain(
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(textList),
  ),
  dependentSchemas: 'schemaMap',
  if: 'schema',
  // oxlint-disable-next-line unicorn/no-thenable -- the JSON Schema keyword of that name
  then: 'schema',
  else: 'schema',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
};

const allKeywords: Readonly<Record<string, KeywordShape>> = { ...sharedKeywords, ...addedKeywords };

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

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

function isType(value: Json): boolean {
  return typeof value === 'string' && types.includes(value);
}

/** The content of a keyword in a line of the specification; undefined if it does not restrict the values. */
function keywordShape(version: OpenapiVersion, keyword: string): KeywordShape | undefined {
  const keywords = version === '2.0' || version === '3.0' ? sharedKeywords : allKeywords;
  return Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
}
