import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';

/** The keywords of conditions; keywords that are evaluated together are in one list. */
export const conditionKeywords = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['$dynamicRef'],
];
/** The keywords of serialization. */
export const representationKeywords = ['xml', 'contentEncoding', 'contentMediaType', 'contentSchema'];

/** Keywords that are not documentation, since they are compared or only identify schemas. */
export const otherKeywords = new Set([
  ...conditionKeywords.flat(),
  ...representationKeywords,
  '$ref',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$schema',
  '$vocabulary',
  '$defs',
  'definitions',
  'allOf',
  'type',
  'nullable',
  'enum',
  'const',
  'format',
  'pattern',
  'default',
  'readOnly',
  'writeOnly',
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'prefixItems',
  'oneOf',
  'anyOf',
  'discriminator',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]);

/** Whether a keyword does not affect calls: a description, an example, an extension. */
export function isDocumentation(keyword: string): boolean {
  return !otherKeywords.has(keyword);
}

const oneWay = new Set(['readOnly', 'writeOnly']);

/**
 * Whether a schema certainly allows every value, as its own keywords show. It may still count properties as evaluated.
 */
export function allowsAll(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) => {
    const parts = Array.isArray(value) ? (value as readonly Json[]) : [];
    if (branchKeywords.has(keyword)) return leadsToAnything(schema);
    if (keyword === 'anyOf') return parts.some(allowsAll);
    if (keyword === 'allOf') return parts.every(allowsAll);
    return isDocumentation(keyword) || oneWay.has(keyword) || sameJson(idleValues[keyword], value);
  });
}

const branchKeywords = new Set(['if', 'then', 'else']);

/**
 * Whether an `if` applies the same branch to every value, and that branch allows everything. Branches without an `if`
 * are ignored.
 */
export function leadsToAnything({ if: test, then: branch = true, else: other = true }: JsonObject): boolean {
  if (test === undefined) return true;
  return test === false ? allowsAll(other) : allowsAll(test) && allowsAll(branch);
}

/** The keyword values that allow everything and evaluate nothing. */
const idleValues: Readonly<Record<string, Json>> = {
  enum: [],
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  required: [],
  properties: {},
  patternProperties: {},
  dependentRequired: {},
  dependentSchemas: {},
};

/** The keywords with subschemas: here in a map, in the next two sets in a list and as a single schema. */
export const mapKeywords = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
export const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
export const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
