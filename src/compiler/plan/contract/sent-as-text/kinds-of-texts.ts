import type { FlatSchema, SchemaType } from '../schemas/flat-schema.ts';

const scalars: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether the values of a schema are each written as one text. */
export function isScalar({ types, choices }: FlatSchema): boolean {
  return types.size > 0 && choices.length === 0 && [...types].every((type) => scalars.has(type));
}

/** Whether no value of a schema is written as several texts. */
export function isOneText(schema: FlatSchema): boolean {
  return isSureOf(schema, ({ types, choices }) => {
    if (!types.has('array') && !types.has('object')) return true;
    return types.size === 6 ? choices.length === 0 || undefined : false;
  });
}

/** Whether a schema is of lists or of objects alone, whose items and members are each one text. */
export function isManyInOneText({ types, choices, items, properties }: FlatSchema): boolean {
  if (types.size !== 1 || choices.length > 0) return false;
  if (types.has('array')) return !items || isOneText(items.flat);
  return types.has('object') && [...properties.values()].every(({ flat }) => isOneText(flat));
}

/** Formats whose texts are not empty, and contain no separator of any style. */
const plainFormats: readonly string[] = ['date', 'uuid'];

/** Whether no text that a schema of texts and numbers allows is empty or contains a separator of lists. */
export function isWithoutSeparator({ types, values, formats }: FlatSchema): boolean {
  if (!types.has('string') || plainFormats.some((format) => formats.has(format))) return true;
  if (!values) return false;
  return [...values.values()].every((value) => typeof value !== 'string' || /^[^\s,|]+$/.test(value));
}

/** Whether no value of a schema is an object. */
export function hasNoObjects(schema: FlatSchema): boolean {
  return isSureOf(schema, ({ types }) => !types.has('object') || undefined);
}

/**
 * Whether something is sure of all values of a schema: by itself, or else of all alternatives of one of its choices. Of an
 * alternative that leads back to itself, nothing is sure.
 */
export function isSureOf(
  schema: FlatSchema,
  byItself: (schema: FlatSchema) => boolean | undefined,
  known = new Map<FlatSchema, boolean>(),
): boolean {
  const found = known.get(schema) ?? byItself(schema);
  if (found !== undefined) return found;
  known.set(schema, false);
  const isSure = schema.choices.some(({ alternatives }) =>
    alternatives.every(({ flat }) => isSureOf(flat, byItself, known)),
  );
  known.set(schema, isSure);
  return isSure;
}
