import { isJsonObject, type Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';

const { types } = texts.apiPage;

/** The number of enumeration values that are listed. */
const namedValues = 8;

/** A short description of the allowed values: `string, date-time`, `list of integer, 1 to 100`. */
export function describeType(schema: SchemaNode | undefined, depth = 0): string {
  if (!schema) return types.any;
  if (schema.isArray && depth < 3) return types.list(describeType(schema.items, depth + 1));
  const named = schema.types.length > 0 ? cutText(schema.types.join(types.or), 80) : guessType(schema);
  return [named, ...describeLimits(schema)].join(', ');
}

function guessType(schema: SchemaNode): string {
  if (schema.isObject) return 'object';
  if (schema.isArray) return 'array';
  return schema.alternatives.length > 0 ? types.alternatives(schema.alternatives.length) : types.any;
}

function describeLimits(schema: SchemaNode): readonly string[] {
  const format = schema.keyword('format');
  const pattern = schema.keyword('pattern');
  return [
    ...(typeof format === 'string' ? [cutText(format, 40)] : []),
    ...describeRange(schema, 'minimum', 'maximum', types.range),
    ...describeRange(schema, 'minLength', 'maxLength', types.length),
    ...(typeof pattern === 'string' ? [types.pattern(cutText(pattern, 80))] : []),
    ...describeChoices(schema.exactKeyword('enum')),
    ...describeDefault(schema),
  ];
}

function describeRange(
  schema: SchemaNode,
  low: string,
  high: string,
  describe: (least: string | undefined, most: string | undefined) => string,
): readonly string[] {
  const [least, most] = [low, high].map((name) =>
    typeof schema.keyword(name) === 'number' ? JSON.stringify(schema.exactKeyword(name)) : undefined,
  );
  return least === undefined && most === undefined ? [] : [describe(least, most)];
}

function describeChoices(choices: Json | undefined): readonly string[] {
  if (!Array.isArray(choices)) return [];
  const values = choices as readonly Json[];
  return [
    types.choices(values.slice(0, namedValues).map(showValue), Math.max(values.length - namedValues, 0)),
  ];
}

function describeDefault(schema: SchemaNode): readonly string[] {
  const value = schema.keyword('default');
  if (value === undefined || isJsonObject(value) || Array.isArray(value)) return [];
  return [types.defaultValue(showValue(schema.exactKeyword('default') ?? value))];
}

/** Takes values with exact numbers, which JSON.stringify writes as the document does. */
function showValue(value: Json): string {
  return cutText(JSON.stringify(value), 60);
}
