import { isJsonObject, memberOf, type Json, type JsonObject } from '../json.ts';

/**
 * The texts of numbers that JSON.stringify would write differently, such as `1.10` or `9223372036854775807`. An object
 * or a list with such numbers is an object with these members only, by name or index; a number is its text, which is
 * valid JSON.
 */
export type NumberTexts = JsonObject;

/** A number whose text JSON.stringify keeps (ECMAScript 2026, `JSON.rawJSON`), which TypeScript does not describe yet. */
interface RawNumbers {
  rawJSON(text: string): Json;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

const rawNumbers = JSON as unknown as RawNumbers;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number of JSON (RFC 8259 section 6) with a value that is read from it. */
export function isTextOf(text: Json | undefined, value: Json | undefined): text is string {
  return (
    typeof text === 'string' && typeof value === 'number' && jsonNumber.test(text) && Number(text) === value
  );
}

/**
 * A value for JSON.stringify, which writes its numbers in the given texts. Texts of other numbers are ignored. Parts
 * without texts are not copied.
 */
export function withNumberTexts(value: Json, texts: Json | undefined): Json {
  if (isTextOf(texts, value)) return rawNumbers.rawJSON(texts);
  if (!isJsonObject(texts) || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => withNumberTexts(item, memberOf(texts, index)))
    : withMemberTexts(value as JsonObject, texts);
}

function withMemberTexts(value: JsonObject, texts: NumberTexts): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withNumberTexts(member, memberOf(texts, name))]),
  );
}

/** Parses JSON so that JSON.stringify writes each number in its own text. Throws a SyntaxError. */
export function withSourceTexts(text: string): Json {
  const keepText = (_name: string, value: unknown, { source }: { readonly source: string }): unknown =>
    typeof value === 'number' ? rawNumbers.rawJSON(source) : value;
  // TypeScript does not describe the third parameter yet (ECMAScript 2026).
  return JSON.parse(text, keepText as (name: string, value: unknown) => unknown) as Json;
}

/** The text of a number of `withNumberTexts` or `withSourceTexts`; undefined for every other value. */
export function textOfNumber(value: unknown): string | undefined {
  return rawNumbers.isRawJSON(value) ? value.rawJSON : undefined;
}

/** The first place in `texts` that does not lead to a number of `value` with this text; undefined if there is none. */
export function findForeignText(value: Json | undefined, texts: Json): readonly string[] | undefined {
  if (!isJsonObject(texts)) return isTextOf(texts, value) ? undefined : [];
  for (const [name, text] of Object.entries(texts)) {
    const below = findForeignText(memberOf(value, name), text);
    if (below) return [name, ...below];
  }
  return undefined;
}
