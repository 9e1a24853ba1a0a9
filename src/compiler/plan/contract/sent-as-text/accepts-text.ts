import { isScalar } from './kinds-of-texts.ts';
import type { FlatSchema } from '../keywords/facts/flat-schema.ts';
import { hasConditions } from '../keywords/conditions/conditions.ts';
import { hasFirstItems, itemsOf } from '../keywords/items.ts';
import { allowsAnyCount, lowerLimit, upperLimit } from '../keywords/limits.ts';
import { allowsNumber, wholeNumbersBetween } from '../keywords/limited-values.ts';
import { isEncoded } from '../keywords/representation.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { hasFormat, hasFormats, hasTighterPatterns, matchesAll } from '../keywords/texts.ts';
import { hasUnevaluated } from '../keywords/unevaluated.ts';
import { allowsListed, isListed, listedIn } from '../keywords/values.ts';

/** A set of texts: whether it contains the empty text, and texts with several lines. */
interface TextsOf {
  readonly mayBeEmpty: boolean;
  readonly mayHaveLines: boolean;
}

const anyTexts: TextsOf = { mayBeEmpty: true, mayHaveLines: true };

/** A pattern that the texts of numbers and booleans match, which are all in one line. */
const oneLine: ReadonlySet<string> = new Set(['^[a-z0-9.+-]*$']);

/** Whether a schema allows all texts of a set, whatever types the gateway might read them as. */
export function acceptsEveryText(schema: FlatSchema, { mayBeEmpty, mayHaveLines } = anyTexts): boolean {
  const { types } = schema;
  if (hasChoices(schema) || hasConditions(schema) || hasFormats(schema) || isListed(schema)) return false;
  // The gateway checks that encoded texts are base64.
  if (isEncoded(schema)) return false;
  // If a schema allows any type, an empty text is read as a string.
  const isNull = schema.nullable && types.size < 6;
  const shortest = mayBeEmpty && !isNull ? 0 : 1;
  const restricts = lowerLimit('minLength', schema) > shortest || upperLimit('maxLength', schema) < Infinity;
  const isPlain = !hasTighterPatterns(schema, mayHaveLines ? new Set() : oneLine);
  return types.has('string') && (isScalar(schema) || types.size === 6) && !restricts && isPlain;
}

/** Whether a schema allows every non-empty list of texts. */
export function acceptsEveryList(schema: FlatSchema): boolean {
  const { types } = schema;
  if (types.size !== 1 || !types.has('array') || isListed(schema) || hasChoices(schema)) return false;
  if (hasConditions(schema) || hasFirstItems(schema) || hasUnevaluated(schema)) return false;
  const items = itemsOf(schema);
  return allowsAnyCount(schema) && (!items || acceptsEveryText(items.flat));
}

/** All texts that a schema allows, with numbers apart, since each may be written in several ways. */
export interface AllowedTexts {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** Lists all texts and numbers that a schema allows; undefined if they are too many or unknown. */
export function listTexts(schema: FlatSchema): AllowedTexts | undefined {
  const { types, nullable } = schema;
  const numbers = types.has('integer') ? listNumbers(schema) : [];
  if (!isScalar(schema) || !numbers || (types.has('string') && !isListed(schema))) return undefined;
  const booleans = types.has('boolean') ? ['true', 'false'] : [];
  const strings = listedIn(schema).filter((value) => typeof value === 'string');
  // Other keywords may refuse some of these texts; they are listed all the same.
  return { texts: [...booleans, ...strings, ...(nullable ? [''] : [])], numbers };
}

/** The maximum number of integers that are listed. */
const maxNumbers = 100;

function listNumbers(schema: FlatSchema): readonly number[] | undefined {
  if (isListed(schema)) return listedIn(schema).filter((value) => typeof value === 'number');
  if (schema.types.has('number')) return undefined;
  return wholeNumbersBetween(schema, maxNumbers)?.filter((value) => acceptsNumber(schema, value));
}

/** Whether a schema certainly allows all the given texts and numbers. */
export function acceptsAll(schema: FlatSchema, { texts, numbers }: AllowedTexts): boolean {
  const isNumeric = isScalar(schema) && schema.types.has('integer') && !hasConditions(schema);
  const hasNumbers =
    numbers.length === 0 || (isNumeric && numbers.every((value) => acceptsNumber(schema, value)));
  return hasNumbers && texts.every((text) => acceptsText(schema, text));
}

/** Whether a schema certainly allows a text, which the gateway may read as any of the schema's types. */
export function acceptsText(schema: FlatSchema, text: string): boolean {
  const { types, nullable } = schema;
  if (types.size === 6) return acceptsEveryText(schema);
  if (!isScalar(schema) || hasConditions(schema)) return false;
  if (nullable && text === '') return true;
  return (
    (types.has('string') && acceptsString(schema, text)) ||
    (types.has('integer') && plainNumber.test(text) && acceptsNumber(schema, Number(text))) ||
    (types.has('boolean') && /^(?:true|false)$/.test(text) && allowsListed(schema, text === 'true'))
  );
}

/** Numbers whose text every reader parses as the same value. */
const plainNumber = /^-?\d{1,15}(?:\.\d{1,6})?$/;

function acceptsString(schema: FlatSchema, text: string): boolean {
  const { length } = [...text];
  const isFit = length >= lowerLimit('minLength', schema) && length <= upperLimit('maxLength', schema);
  return isFit && matchesAll(schema, text) && !hasFormats(schema) && allowsListed(schema, text);
}

function acceptsNumber(schema: FlatSchema, value: number): boolean {
  if (!schema.types.has('number') && !Number.isInteger(value)) return false;
  if (hasFormat('int32', schema) && Math.abs(value) >= 2 ** 31) return false;
  return allowsNumber(schema, value) && allowsListed(schema, value);
}
