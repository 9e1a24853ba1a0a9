import type { ErrorObject } from 'ajv';

/** Names come from callers, and may be of any length. */
const maxNameLength = 100;

/** Turns the errors of ajv into sentences about a subject ("The query parameter `limit`"). */
export function describeErrors(
  errors: readonly ErrorObject[],
  subject: (instancePath: string) => string,
): readonly string[] {
  const sentences = withoutAlternatives(errors).map(
    (error) => `${subject(error.instancePath)} ${phrase(error)}.`,
  );
  return [...new Set(sentences)];
}

/** How a place in a body is spoken of. */
export function subjectInBody(instancePath: string): string {
  return instancePath === '' ? 'The body' : `The body at \`${shorten(instancePath)}\``;
}

/** The reasons of each alternative would be too much detail. */
function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      while (isOfAlternative(kept.at(-1), error)) kept.pop();
    }
    // Errors that only report that a part is invalid, if the part has its own error.
    if (error.keyword !== 'if' || kept.length === 0) kept.push(error);
  }
  return kept;
}

function isOfAlternative(inner: ErrorObject | undefined, outer: ErrorObject): boolean {
  if (!inner || inner.parentSchema === outer.parentSchema) return false;
  return inner.instancePath === outer.instancePath || inner.instancePath.startsWith(`${outer.instancePath}/`);
}

function phrase({ keyword, params, message, schema }: ErrorObject): string {
  const describe = Object.hasOwn(phrases, keyword) ? phrases[keyword] : undefined;
  return describe ? describe(params, schema) : (message ?? 'is not valid');
}

type Describe = (params: Readonly<Record<string, unknown>>, schema: unknown) => string;

const phrases: Readonly<Record<string, Describe>> = {
  required: ({ missingProperty }) => `lacks \`${shorten(missingProperty)}\``,
  type: ({ type }) => `must be ${describeTypes(type)}`,
  enum: ({ allowedValues }) => `must be one of ${describeChoices(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${shorten(JSON.stringify(allowedValue))}`,
  format: ({ format }) => `must have the format ${String(format)}`,
  pattern: ({ pattern }) => `must match the pattern ${shorten(pattern)}`,
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
  additionalProperties: ({ additionalProperty }) => `must not have \`${shorten(additionalProperty)}\``,
  unevaluatedProperties: ({ unevaluatedProperty }) => `must not have \`${shorten(unevaluatedProperty)}\``,
  anyOf: () => 'must match at least one of the declared alternatives',
  oneOf: () => 'must match exactly one of the declared alternatives',
  not: () => 'must not match what the schema excludes',
  'false schema': () => 'must not be present',
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

function describeTypes(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : String(type).split(',');
  return types.map((one) => nouns[String(one)] ?? String(one)).join(' or ');
}

function describeChoices(values: unknown): string {
  const choices: readonly unknown[] = Array.isArray(values) ? values : [];
  return shorten(
    choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(', '),
  );
}

function count(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${String(limit)} ${noun}s`;
}

/** On one line, whatever it contains. */
function shorten(text: unknown): string {
  const line = String(text).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD');
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength)}…`;
}
