import type { Json, JsonObject } from '#compiled/json.ts';
import type { SchemaType } from './flat-schema.ts';
import { allowsAll } from './schema-keywords.ts';

const typeNames: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
] satisfies readonly SchemaType[]);

export const allTypes = typeNames as ReadonlySet<SchemaType>;

/** The types of one schema without its `allOf` and without null. */
export function readTypes(schema: JsonObject): ReadonlySet<SchemaType> {
  if (allowsAll(schema['not'])) return new Set();
  const [values] = valueListsOf(schema);
  const named = namedTypes(schema);
  return values ? sharedTypes(named, withIntegers(values.map(typeOfValue))) : named;
}

function namedTypes({ type }: JsonObject): ReadonlySet<SchemaType> {
  if (type === 'file') return new Set(['string']);
  return type === undefined ? allTypes : withIntegers([type].flat());
}

function withIntegers(names: readonly Json[]): ReadonlySet<SchemaType> {
  const types = names.filter((name): name is SchemaType => typeof name === 'string' && typeNames.has(name));
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

/** The types that both allow. */
export function sharedTypes(a: ReadonlySet<SchemaType>, b: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set([...a].filter((type) => b.has(type)));
}

/** Types of which no value has two. */
export function separateTypes(types: ReadonlySet<SchemaType>): readonly SchemaType[] {
  return [...types].filter((type) => type !== 'integer' || !types.has('number'));
}

/** Whether a value that is not null has one of the types. */
export function hasTypeOf(types: ReadonlySet<string>, value: Json): boolean {
  return types.has(typeOfValue(value));
}

/** The lists of values that one schema allows, of `const` and of `enum`; like the gateway, without an empty one. */
export function valueListsOf({ enum: listed, const: only }: JsonObject): readonly (readonly Json[])[] {
  const ofEnum = Array.isArray(listed) && listed.length > 0 ? [listed] : [];
  return only === undefined ? ofEnum : [[only], ...ofEnum];
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
