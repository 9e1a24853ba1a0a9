import type { Json } from '#compiled/json.ts';
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

/** The types that are in both sets. */
export function sharedTypes(a: ReadonlySet<SchemaType>, b: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set([...a].filter((type) => b.has(type)));
}

/** The types without `integer` if `number` is among them, so that each value has exactly one type. */
export function separateTypes(types: ReadonlySet<SchemaType>): readonly SchemaType[] {
  return [...types].filter((type) => type !== 'integer' || !types.has('number'));
}

/** Whether a value that is not null has one of the types. */
export function hasTypeOf(types: ReadonlySet<string>, value: Json): boolean {
  return types.has(typeOfValue(value));
}

export function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
