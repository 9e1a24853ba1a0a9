import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { isDateTime, isFullDate } from '#openapi/schema/rfc-3339.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { isOfDatesOnly } from './date-pattern.ts';

/** Words in names of fields with arbitrary values, for which a date as an example proves nothing. */
const openWords = new Set(
  readWords(`
    after answer any argument before bound code comment condition content cursor data default description etag example expression
    field filter hash id identifier input key label marker max maximum message min minimum name next note operand output param parameter
    prefix previous query ref reference release revision search string suffix tag text title token val value values version
  `),
);

/**
 * Whether the examples of a string, or its pattern if it has none, show that a field is a date although its name does
 * not.
 */
export function isDateByValues(name: string, written: JsonObject): boolean {
  if (!isPlainText(written)) return false;
  const examples = examplesOf(written);
  const { pattern } = written;
  const isDate =
    examples.length > 0 ? examples.every(isDate3339) : typeof pattern === 'string' && isOfDatesOnly(pattern);
  return isDate && !isOpenName(name);
}

/** Whether a schema is a string without a format and without listed values. */
function isPlainText({ type, format, enum: listed, const: only }: JsonObject): boolean {
  const types: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : [type ?? null];
  if (!types.includes('string') || types.some((one) => one !== 'string' && one !== 'null')) return false;
  return (format === undefined || format === '' || format === 'string') && (listed ?? only) === undefined;
}

/** The examples of a schema, or the named examples of a parameter. */
function examplesOf({ example, examples }: JsonObject): readonly Json[] {
  const listed = Array.isArray(examples) ? (examples as readonly Json[]) : [];
  const named = isJsonObject(examples) ? Object.values(examples).flatMap(valueOf) : [];
  return [...(example === undefined ? [] : [example]), ...listed, ...named];
}

function valueOf(example: Json): readonly Json[] {
  return isJsonObject(example) && example['value'] !== undefined ? [example['value']] : [];
}

function isDate3339(value: Json): boolean {
  return typeof value === 'string' && (isDateTime(value) || isFullDate(value));
}

function isOpenName(name: string): boolean {
  return splitWords(name).some((word) => openWords.has(word.toLowerCase()));
}
