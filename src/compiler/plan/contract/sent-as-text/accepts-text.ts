import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { isScalar } from './kinds-of-texts.ts';
import type { FlatSchema, SchemaLimit } from '../schemas/flat-schema.ts';
import { matchesPattern } from '../schemas/flatten/matches-pattern.ts';
import { tighteningPatterns } from '../schemas/tightening-patterns.ts';

/** Texts of some sort: whether one may be empty, or have several lines. */
interface TextsOf {
  readonly mayBeEmpty: boolean;
  readonly mayHaveLines: boolean;
}

const anyTexts: TextsOf = { mayBeEmpty: true, mayHaveLines: true };

/** The texts of numbers and booleans are of this pattern. */
const oneLine: ReadonlySet<string> = new Set(['^[a-z0-9.+-]*$']);

/** Whether a schema allows all texts of a sort, whatever else they could be read as. */
export function acceptsEveryText(schema: FlatSchema, { mayBeEmpty, mayHaveLines } = anyTexts): boolean {
  const { types, values, formats, limits, patterns, choices, conditions, representation } = schema;
  if (choices.length + conditions.size + formats.size > 0 || values) return false;
  // The gateway checks that a text is in base64.
  if (representation['contentEncoding'] !== undefined) return false;
  // Where any type is allowed, an empty text is a text.
  const isNull = schema.nullable && types.size < 6;
  const least = mayBeEmpty && !isNull ? 0 : 1;
  const restricts = (limits.get('minLength')?.value ?? 0) > least || limits.has('maxLength');
  const hasPattern = tighteningPatterns(patterns, mayHaveLines ? new Set() : oneLine).length > 0;
  return types.has('string') && (isScalar(schema) || types.size === 6) && !restricts && !hasPattern;
}

/** Whether a schema allows every list of texts that is not empty. */
export function acceptsEveryList(schema: FlatSchema): boolean {
  const { types, values, choices, conditions, limits, tuple, items, unevaluated } = schema;
  const isPlain = types.size === 1 && types.has('array') && !values && choices.length === 0;
  const isFree = conditions.size === 0 && tuple.length === 0 && unevaluated.length === 0;
  const hasLimits = [...limits].some(([keyword, { value }]) => keyword !== 'minItems' || value > 1);
  return isPlain && isFree && !hasLimits && (!items || acceptsEveryText(items.flat));
}

/** Everything that a schema allows, if that is little: texts, and numbers that may be written in several ways. */
export interface AllowedTexts {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** All that a schema allows; undefined if it is not known to be little. */
export function listTexts(schema: FlatSchema): AllowedTexts | undefined {
  const { types, values, nullable } = schema;
  const numbers = types.has('integer') ? listNumbers(schema) : [];
  if (!isScalar(schema) || !numbers || (types.has('string') && !values)) return undefined;
  const booleans = types.has('boolean') ? ['true', 'false'] : [];
  const strings = [...(values?.values() ?? [])].filter((value) => typeof value === 'string');
  // Each may be sent, whatever other keywords refuse.
  return { texts: [...booleans, ...strings, ...(nullable ? [''] : [])], numbers };
}

/** More numbers than this are not listed. */
const maxNumbers = 100;

function listNumbers(schema: FlatSchema): readonly number[] | undefined {
  const { types, values, limits } = schema;
  const [least, most] = [limits.get('minimum')?.value, limits.get('maximum')?.value];
  if (values) return [...values.values()].filter((value) => typeof value === 'number');
  if (types.has('number') || least === undefined || most === undefined || most - least > maxNumbers)
    return undefined;
  const first = Math.ceil(least);
  const all = Array.from({ length: Math.max(0, Math.floor(most) - first + 1) }, (_, index) => first + index);
  return all.filter((value) => acceptsNumber(schema, value));
}

/** Whether a schema allows all that another one allows, if that is little. */
export function acceptsAll(schema: FlatSchema, { texts, numbers }: AllowedTexts): boolean {
  const isNumeric = isScalar(schema) && schema.types.has('integer') && schema.conditions.size === 0;
  const hasNumbers =
    numbers.length === 0 || (isNumeric && numbers.every((value) => acceptsNumber(schema, value)));
  return hasNumbers && texts.every((text) => acceptsText(schema, text));
}

/** Whether a schema surely allows a text, read as any of its types, as the gateway reads it. */
export function acceptsText(schema: FlatSchema, text: string): boolean {
  const { types, nullable, conditions } = schema;
  if (types.size === 6) return acceptsEveryText(schema);
  if (!isScalar(schema) || conditions.size > 0) return false;
  if (nullable && text === '') return true;
  return (
    (types.has('string') && acceptsString(schema, text)) ||
    (types.has('integer') && plainNumber.test(text) && acceptsNumber(schema, Number(text))) ||
    (types.has('boolean') && /^(?:true|false)$/.test(text) && isListed(schema, text === 'true'))
  );
}

/** A number whose value no reader takes for another one. */
const plainNumber = /^-?\d{1,15}(?:\.\d{1,6})?$/;

function acceptsString(schema: FlatSchema, text: string): boolean {
  const { limits, patterns, formats } = schema;
  const { length } = [...text];
  const isLong = length >= (limits.get('minLength')?.value ?? 0);
  const isShort = length <= (limits.get('maxLength')?.value ?? Infinity);
  const matches = [...patterns].every((pattern) => matchesPattern(pattern, text));
  return isLong && isShort && matches && formats.size === 0 && isListed(schema, text);
}

function acceptsNumber(schema: FlatSchema, value: number): boolean {
  const { types, limits, formats } = schema;
  if (!types.has('number') && !Number.isInteger(value)) return false;
  if (formats.has('int32') && Math.abs(value) >= 2 ** 31) return false;
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
