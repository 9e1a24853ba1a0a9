import type { Json, JsonObject } from '../../../../compiled/json.ts';
import type { SchemaType } from './flat-schema.ts';

const typeNames: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
] satisfies readonly SchemaType[]);

export const allTypes = typeNames as ReadonlySet<SchemaType>;

/** Keywords that constrain only one type imply that type if none is named. */
const implyingKeywords: Readonly<Record<'object' | 'array' | 'string' | 'number', readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** The types of one schema without its `allOf` and without null. */
export function readTypes(schema: JsonObject): ReadonlySet<SchemaType> {
  const { type } = schema;
  if (type === 'file') return new Set(['string']);
  if (typeof type === 'string') return withIntegers([type]);
  if (Array.isArray(type)) return withIntegers(type);
  return impliedTypes(schema);
}

function impliedTypes(schema: JsonObject): ReadonlySet<SchemaType> {
  const values = listedValues(schema);
  if (values) return withIntegers(values.map(typeOfValue));
  const implied = Object.entries(implyingKeywords).filter(([, keywords]) =>
    keywords.some((keyword) => Array.isArray(schema[keyword]) || isConstraint(schema[keyword])),
  );
  return implied.length === 0 ? allTypes : withIntegers(implied.map(([type]) => type));
}

/** In OpenAPI 2.0, `required: true` of a parameter does not constrain its values. */
function isConstraint(value: Json | undefined): boolean {
  return value !== undefined && typeof value !== 'boolean';
}

function withIntegers(names: readonly Json[]): ReadonlySet<SchemaType> {
  const types = names.filter((name): name is SchemaType => typeof name === 'string' && typeNames.has(name));
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

/** The types that both allow. */
export function sharedTypes(a: ReadonlySet<SchemaType>, b: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set([...a].filter((type) => b.has(type)));
}

/** Whether one schema allows null, apart from its `allOf`. */
export function allowsNull(schema: JsonObject): boolean {
  const { type } = schema;
  const values = listedValues(schema);
  if (values && !values.includes(null)) return false;
  if (type !== undefined) return [type].flat().includes('null');
  return values !== undefined || impliedTypes(schema) === allTypes;
}

/** Whether a value that is not null has one of the types. */
export function hasTypeOf(types: ReadonlySet<string>, value: Json): boolean {
  return types.has(typeOfValue(value));
}

function listedValues({ enum: listed, const: only }: JsonObject): readonly Json[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
