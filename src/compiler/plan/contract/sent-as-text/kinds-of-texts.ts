import type { FlatSchema, SchemaType } from '../schemas/flat-schema.ts';

const scalars: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether the values of a schema are each written as one text. */
export function isScalar({ types, choices }: FlatSchema): boolean {
  return types.size > 0 && choices.length === 0 && [...types].every((type) => scalars.has(type));
}

/** Whether no value of a schema is written as several texts. */
export function isOneText({ types, choices }: FlatSchema): boolean {
  if (!types.has('array') && !types.has('object')) return true;
  const isOpen = types.size === 6;
  return (
    isOpen &&
    (choices.length === 0 ||
      choices.some(({ alternatives }) => alternatives.every(({ flat }) => isOneText(flat))))
  );
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
export function hasNoObjects({ types, choices }: FlatSchema): boolean {
  return (
    !types.has('object') ||
    choices.some(({ alternatives }) => alternatives.every(({ flat }) => hasNoObjects(flat)))
  );
}
