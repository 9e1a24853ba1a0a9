import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { ErrorObject } from 'ajv';
import { describeDemand } from '#openapi/schema/describe-demand.ts';

/** The longest excerpt of a value, in characters: names come from callers and may be of any length. */
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

/** The subject of a sentence about a location in a body: "The body at `/items/0`". */
export function subjectInBody(instancePath: string): string {
  return instancePath === '' ? 'The body' : `The body at \`${shorten(instancePath)}\``;
}

/** Removes the errors within `anyOf` and `oneOf`, which would be too much detail. */
export function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const remaining: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      while (isOfAlternative(remaining.at(-1), error)) remaining.pop();
    }
    // An error of `if` only repeats that a branch failed, so it is dropped if other errors were found.
    if (error.keyword !== 'if' || remaining.length === 0) remaining.push(error);
  }
  return remaining;
}

function isOfAlternative(inner: ErrorObject | undefined, outer: ErrorObject): boolean {
  if (!inner || inner.parentSchema === outer.parentSchema) return false;
  return inner.instancePath === outer.instancePath || inner.instancePath.startsWith(`${outer.instancePath}/`);
}

/** The predicate of the sentence about an error: `must be an integer`. */
export function phrase(error: ErrorObject): string {
  const { keyword, params, message } = error;
  const describe = Object.hasOwn(phrases, keyword) ? phrases[keyword] : undefined;
  return describe?.(params) ?? describeDemand(error) ?? message ?? 'is not valid';
}

type Describe = (params: Readonly<Record<string, unknown>>) => string;

const phrases: Readonly<Record<string, Describe>> = {
  required: ({ missingProperty }) => `lacks \`${shorten(missingProperty)}\``,
  enum: ({ allowedValues }) => `must be one of ${describeChoices(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${shorten(JSON.stringify(allowedValue))}`,
  format: ({ format }) => `must have the format ${String(format)}`,
  pattern: ({ pattern }) => `must match the pattern ${shorten(pattern)}`,
  additionalProperties: ({ additionalProperty }) => `must not have \`${shorten(additionalProperty)}\``,
  unevaluatedProperties: ({ unevaluatedProperty }) => `must not have \`${shorten(unevaluatedProperty)}\``,
  anyOf: () => 'must match at least one of the declared alternatives',
  oneOf: () => 'must match exactly one of the declared alternatives',
  not: () => 'must not match what the schema excludes',
  'false schema': () => 'must not be present',
};

function describeChoices(values: unknown): string {
  const choices: readonly unknown[] = Array.isArray(values) ? values : [];
  return shorten(
    choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(', '),
  );
}

/** The text in one line, cut off after `maxNameLength` characters. */
function shorten(text: unknown): string {
  const line = markHidden(String(text));
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength)}…`;
}
