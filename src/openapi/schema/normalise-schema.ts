import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { collectHidden, type SentSchemas } from './hidden-properties.ts';
import type { OpenapiVersion } from '../plain-parts.ts';

/**
 * The content of a keyword: one schema, a list or a map of schemas, or a plain value that is used only if `isSound`
 * returns true.
 */
type KeywordShape = 'schema' | 'schemas' | 'schemaMap' | { readonly isSound: (value: Json) => boolean };

const plain = (isSound: (value: Json) => boolean): KeywordShape => ({ isSound });

const finite = plain((value) => typeof value === 'number');

const size = plain((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0);

const text = (value: Json) => typeof value === 'string';

const textList = (value: Json) => Array.isArray(value) && value.every(text);

/** Keywords in every version of OpenAPI; other keywords do not restrict the values. */
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

/** Keywords that OpenAPI 3.1 adds, since it adopts JSON Schema 2020-12. */
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

/** A schema of JSON Schema 2020-12 without annotations. Its references are names from `nameOf`. */
export type NormalSchema = boolean | JsonObject;

/**
 * The document, direction and names for normalising. A request never requires read-only properties, nor a response
 * write-only ones.
 */
export interface NormalisingContext extends SentSchemas {
  /** The name of the schema at a reference; undefined if there is no such schema. */
  readonly nameOf: (reference: string) => string | undefined;
}

/** Converts a schema of any version of OpenAPI to one form; invalid parts have no effect. */
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
    // An assignment to this name would set the prototype; no valid document contains it.
    if (name !== '__proto__') normal[name] = normaliseSchema(schema, context);
  }
  return normal;
}

/** The required names without hidden ones, and without repeats, which ajv refuses. */
function listRequired(required: Json, hidden: ReadonlySet<string>): readonly string[] {
  const names = Array.isArray(required) ? required.map(String) : [];
  return [...new Set(names)].filter((name) => !hidden.has(name));
}

/**
 * The names of properties that are not sent in this direction, in the schema, in the schemas that it includes, and in
 * the schemas that include it.
 */
function hiddenIn(
  schema: JsonObject,
  context: NormalisingContext,
  omitted: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!Array.isArray(schema['required']) && !Array.isArray(schema['allOf'])) return omitted;
  return new Set([...omitted, ...collectHidden(schema, context)]);
}

/**
 * Adapts a list in `items`, which contains a schema for each item, to `prefixItems`, its name in JSON Schema 2020-12.
 */
function adaptItems(normal: Record<string, Json>, schema: JsonObject, context: NormalisingContext): void {
  const { items } = schema;
  if (!Array.isArray(items)) return;
  if (items.length > 0) {
    normal['prefixItems'] = (items as readonly Json[]).map((item) => normaliseSchema(item, context));
  }
}

/** Adds `minItems`: with only `contains`, ajv accepts an empty list in a property that it checks after a valid list. */
function adaptContains(normal: Record<string, Json>): void {
  const { contains, minContains, minItems } = normal;
  if (contains === undefined || minContains === 0) return;
  normal['minItems'] = typeof minItems === 'number' ? Math.max(minItems, 1) : 1;
}

/** Moves exclusive limits: before OpenAPI 3.1, `exclusiveMinimum` is a flag next to `minimum`. */
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

/** Allows `null`, whatever the other keywords restrict, as authors of such schemas intend. */
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

/** Keywords that may refuse `null`, whatever the type. */
const combiners = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'];

function isType(value: Json): boolean {
  return typeof value === 'string' && types.includes(value);
}

/** The content of a keyword in a version of OpenAPI; undefined if the keyword does not restrict the values. */
function keywordShape(version: OpenapiVersion, keyword: string): KeywordShape | undefined {
  const keywords = version === '2.0' || version === '3.0' ? sharedKeywords : allKeywords;
  return Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
}
