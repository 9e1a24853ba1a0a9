import type { FlatSchema, SchemaType } from '../keywords/facts/flat-schema.ts';
import { itemsOf } from '../keywords/items.ts';
import { namedProperties } from '../keywords/property-facts.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { hasFormat } from '../keywords/texts.ts';
import { isListed, listedIn } from '../keywords/values.ts';

const scalars: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether each value of a schema is written as one text. */
export function isScalar(schema: FlatSchema): boolean {
  const { types } = schema;
  return types.size > 0 && !hasChoices(schema) && [...types].every((type) => scalars.has(type));
}

/** Whether no value of a schema is written as several texts. */
export function isOneText(schema: FlatSchema): boolean {
  return isSureOf(schema, (one) => {
    const { types } = one;
    if (!types.has('array') && !types.has('object')) return true;
    return types.size === 6 ? !hasChoices(one) || undefined : false;
  });
}

/** Whether a schema allows only lists or only objects, whose items or members are each one text. */
export function isManyInOneText(schema: FlatSchema): boolean {
  const { types } = schema;
  if (types.size !== 1 || hasChoices(schema)) return false;
  const items = itemsOf(schema);
  if (types.has('array')) return !items || isOneText(items.flat);
  return types.has('object') && [...namedProperties(schema).values()].every(({ flat }) => isOneText(flat));
}

/** Formats whose texts are never empty and contain no separator of any style. */
const plainFormats: readonly string[] = ['date', 'uuid'];

/** Whether no text of a scalar schema is empty or contains a separator of lists. */
export function isWithoutSeparator(schema: FlatSchema): boolean {
  if (!schema.types.has('string') || plainFormats.some((format) => hasFormat(format, schema))) return true;
  if (!isListed(schema)) return false;
  return listedIn(schema).every((value) => typeof value !== 'string' || /^[^\s,|]+$/.test(value));
}

/** Whether no value of a schema is an object. */
export function hasNoObjects(schema: FlatSchema): boolean {
  return isSureOf(schema, ({ types }) => !types.has('object') || undefined);
}

/**
 * Whether a property certainly holds for all values of a schema: because of the schema itself, or because it holds for
 * all alternatives of one of its choices. A recursive alternative counts as uncertain.
 */
export function isSureOf(
  schema: FlatSchema,
  byItself: (schema: FlatSchema) => boolean | undefined,
  known = new Map<FlatSchema, boolean>(),
): boolean {
  const found = known.get(schema) ?? byItself(schema);
  if (found !== undefined) return found;
  known.set(schema, false);
  const isSure = schema.choices.all.some(({ alternatives }) =>
    alternatives.every(({ flat }) => isSureOf(flat, byItself, known)),
  );
  known.set(schema, isSure);
  return isSure;
}
