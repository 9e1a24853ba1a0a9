/** A validation error: the violated keyword, and the parameters that the validator reports. */
interface Violation {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The requirement of a schema for a value, as the end of a sentence: `must be an integer`. Undefined for keywords
 * without such a text.
 */
export function describeDemand({ keyword, params }: Violation): string | undefined {
  return Object.hasOwn(demands, keyword) ? demands[keyword]?.(params) : undefined;
}

const demands: Readonly<Record<string, (params: Violation['params']) => string>> = {
  type: ({ type }) => `must be ${nameTypes(type)}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  uniqueItems: () => 'must not have duplicate items',
  minProperties: ({ limit }) => `must have at least ${count(limit, 'member')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'member')}`,
};

const nouns: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  string: 'a string',
  integer: 'an integer',
};

/**
 * Types of JSON Schema with their articles: `a string or null`. ajv reports several types as a list, or as a text with
 * commas.
 */
export function nameTypes(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : String(type).split(',');
  return types.map((one) => nouns[String(one)] ?? String(one)).join(' or ');
}

function count(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${String(limit)} ${noun}s`;
}
