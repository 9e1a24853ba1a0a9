import type { Json } from '#compiled/json.ts';
import type { OpenapiVersion } from '../plain-parts.ts';

/** The content of a keyword: one schema, a list or a map of them, or a plain value that is kept if it is `sound`. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | { readonly isSound: (value: Json) => boolean };

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

function isType(value: Json): boolean {
  return typeof value === 'string' && types.includes(value);
}

/** The content of a keyword in a line of the specification; undefined if it does not restrict the values. */
export function keywordShape(version: OpenapiVersion, keyword: string): KeywordShape | undefined {
  const keywords = version === '2.0' || version === '3.0' ? sharedKeywords : allKeywords;
  return Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
}
