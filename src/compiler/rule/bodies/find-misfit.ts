import { isJsonObject, type Json } from '../../../compiled/json.ts';
import type { SchemaNode } from '../../../openapi/model.ts';

/** A part of a value that does not fit the schema for it. */
export interface Misfit {
  /** From the value to the part. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as the end of a sentence. */
  readonly reason: string;
}

/**
 * The first part of a value that a schema refuses by its types, values, limits, required members or what it says of its
 * members and items. Alternatives, patterns and formats are not looked at.
 */
export function findMisfit(
  value: Json,
  schema: SchemaNode | undefined,
  path: readonly (string | number)[] = [],
): Misfit | undefined {
  if (!schema) return undefined;
  const reason = reasonAgainst(value, schema);
  if (reason !== undefined) return { path, reason };
  if (Array.isArray(value)) {
    return findFirst(value as readonly Json[], (item, index) =>
      findMisfit(item, schema.items, [...path, index]),
    );
  }
  if (!isJsonObject(value)) return undefined;
  return findFirst(Object.entries(value), ([name, member]) =>
    findMisfit(member, schema.properties.get(name)?.schema, [...path, name]),
  );
}

function findFirst<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Misfit | undefined,
): Misfit | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found) return found;
  }
  return undefined;
}

function reasonAgainst(value: Json, schema: SchemaNode): string | undefined {
  if (
    value === null &&
    schema.parts.some((part) => part.value['nullable'] === true || part.value['x-nullable'] === true)
  ) {
    return undefined;
  }
  for (const { value: keywords } of schema.parts) {
    const type = reasonAgainstType(value, keywords['type']);
    if (type !== undefined) return type;
    const { enum: values } = keywords;
    if (Array.isArray(values) && !isJsonObject(value) && !Array.isArray(value) && !values.includes(value)) {
      return 'is not one of the listed values';
    }
    const limit = reasonAgainstLimit(value, keywords);
    if (limit !== undefined) return limit;
  }
  return isJsonObject(value) ? reasonAgainstMembers(value, schema) : undefined;
}

function reasonAgainstType(value: Json, type: Json | undefined): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  if (types.length === 0 || types.some((one) => isOfType(value, one))) return undefined;
  return `is not of the type ${types.join(' or ')}`;
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'null') return value === null;
  // Other words are reported as such; a file has any value.
  return !['string', 'number', 'boolean'].includes(type) || typeof value === type;
}

/** The keywords of inclusive limits, with what they count. */
const limits = [
  ['minimum', 'maximum', (value: Json) => (typeof value === 'number' ? value : undefined)],
  ['minLength', 'maxLength', (value: Json) => (typeof value === 'string' ? [...value].length : undefined)],
  ['minItems', 'maxItems', (value: Json) => (Array.isArray(value) ? value.length : undefined)],
] as const;

function reasonAgainstLimit(value: Json, keywords: SchemaNode['value']): string | undefined {
  for (const [lower, upper, countOf] of limits) {
    const count = countOf(value);
    const [least, most] = [keywords[lower], keywords[upper]];
    if (count === undefined) continue;
    if (typeof least === 'number' && count < least) return `is below \`${lower}\` (${least})`;
    if (typeof most === 'number' && count > most) return `is above \`${upper}\` (${most})`;
  }
  return undefined;
}

/** What goes only one way may be missing in an example of the other. */
function reasonAgainstMembers(value: Json, { required, properties }: SchemaNode): string | undefined {
  for (const name of required) {
    const schema = properties.get(name)?.schema?.value;
    const isOneWay = schema?.['readOnly'] === true || schema?.['writeOnly'] === true;
    if (!isOneWay && isJsonObject(value) && !Object.hasOwn(value, name))
      return `lacks the required \`${name}\``;
  }
  return undefined;
}
