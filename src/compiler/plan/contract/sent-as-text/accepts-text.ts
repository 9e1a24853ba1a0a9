import { canonicalJson } from '../../../../compiled/canonical-json.ts';
import type { Json } from '../../../../compiled/json.ts';
import type { FlatSchema, SchemaLimit, SchemaType } from '../schemas/flat-schema.ts';
import { tighteningPatterns } from '../schemas/tightening-patterns.ts';

const scalars: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether the values of a schema are each written as one text. */
export function isScalar({ types, choices }: FlatSchema): boolean {
  return types.size > 0 && choices.length === 0 && [...types].every((type) => scalars.has(type));
}

/** Whether no value of a schema is written as several texts. */
export function isOneText({ types, choices }: FlatSchema): boolean {
  if (!types.has('array') && !types.has('object')) return true;
  const isOpen = types.size === 6;
  return isOpen && (choices.length === 0 || choices.some((all) => all.every(({ flat }) => isOneText(flat))));
}

/** Whether a schema allows every text, whatever else the text could be read as. */
export function acceptsEveryText(schema: FlatSchema): boolean {
  const { types, values, format, limits, patterns, choices, conditions } = schema;
  if (choices.length > 0 || conditions.size > 0 || values || format !== undefined) return false;
  const restricts = limits.has('minLength') || limits.has('maxLength');
  const hasPattern = tighteningPatterns(patterns, new Set()).length > 0;
  return types.has('string') && (isScalar(schema) || types.size === 6) && !restricts && !hasPattern;
}

/** All texts that a schema allows; undefined if they are not known to be few. */
export function listTexts(schema: FlatSchema): readonly string[] | undefined {
  const { types, values, nullable } = schema;
  const isFew = isScalar(schema) && !types.has('integer') && (!types.has('string') || values);
  if (!isFew) return undefined;
  const booleans = types.has('boolean') ? ['true', 'false'] : [];
  const strings = types.has('string') ? [...(values?.values() ?? [])].map(String) : [];
  const texts = new Set([...booleans, ...strings, ...(nullable ? [''] : [])]);
  return [...texts].filter((text) => acceptsText(schema, text));
}

/** Whether a schema surely allows a text, read as any of its types, as the gateway reads it. */
export function acceptsText(schema: FlatSchema, text: string): boolean {
  const { types, nullable, conditions } = schema;
  if (types.size === 6) return acceptsEveryText(schema);
  if (!isScalar(schema) || conditions.size > 0) return false;
  if (nullable && text === '' && !schema.values) return true;
  return (
    (types.has('string') && acceptsString(schema, text)) ||
    (types.has('integer') && plainNumber.test(text) && acceptsNumber(schema, Number(text))) ||
    (types.has('boolean') && /^(?:true|false)$/.test(text) && isListed(schema, text === 'true'))
  );
}

/** A number whose value no reader takes for another one. */
const plainNumber = /^-?\d{1,15}(?:\.\d{1,6})?$/;

function acceptsString(schema: FlatSchema, text: string): boolean {
  const { limits, patterns, format } = schema;
  const { length } = [...text];
  const isLong = length >= (limits.get('minLength')?.value ?? 0);
  const isShort = length <= (limits.get('maxLength')?.value ?? Infinity);
  const matches = [...patterns].every((pattern) => isMatch(pattern, text));
  return isLong && isShort && matches && format === undefined && isListed(schema, text);
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return tighteningPatterns(new Set([pattern]), new Set()).length === 0;
  }
}

function acceptsNumber(schema: FlatSchema, value: number): boolean {
  const { types, limits, format } = schema;
  if (!types.has('number') && !Number.isInteger(value)) return false;
  if (format === 'int32' && Math.abs(value) >= 2 ** 31) return false;
  const factor = limits.get('multipleOf');
  const isMultiple = !factor || Number.isInteger(value / factor.value);
  return isMultiple && isWithin(value, limits) && isListed(schema, value);
}

function isWithin(value: number, limits: ReadonlyMap<string, SchemaLimit>): boolean {
  const [minimum, maximum] = [limits.get('minimum'), limits.get('maximum')];
  const isEnough = !minimum || (minimum.exclusive ? value > minimum.value : value >= minimum.value);
  return isEnough && (!maximum || (maximum.exclusive ? value < maximum.value : value <= maximum.value));
}

function isListed({ values }: FlatSchema, value: Json): boolean {
  return !values || values.has(canonicalJson(value));
}
