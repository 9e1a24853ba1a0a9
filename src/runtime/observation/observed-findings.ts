import type { ErrorObject } from 'ajv';
import { isJsonObject } from '#compiled/json.ts';
import { nameTypes } from '#openapi/schema/describe-demand.ts';
import { escapeToken } from '#source/place.ts';
import { phrase, subjectInBody, withoutAlternatives } from '#runtime/gateway/validation/describe-error.ts';
import { Findings, type NamedValuesKind } from '#runtime/gateway/validation/findings.ts';
import type { Difference } from './difference.ts';
import type { SchemaPlace } from './schema-place.ts';
import { hideData, valueInBody } from './walk-body.ts';

/** A difference without the call that it was found in. */
export type Found = Pick<Difference, 'kind' | 'place' | 'message'>;

/** The maximum number of undeclared names of one call; further names are ignored. */
const maxUndeclared = 100;

/** The findings of the gateway's validators, as differences that contain nothing that callers sent. */
export class ObservedFindings extends Findings {
  /** The names of undeclared parameters and form fields. */
  readonly undeclared: { readonly query: Set<string>; readonly form: Set<string> } = {
    query: new Set(),
    form: new Set(),
  };
  readonly #ofParameters: Found[] = [];
  readonly #ofBody: ErrorObject[] = [];

  override addErrors(errors: readonly ErrorObject[], subject: (instancePath: string) => string): void {
    const remaining = withoutAlternatives(errors);
    if (subject === subjectInBody) this.#ofBody.push(...remaining);
    else {
      for (const error of remaining)
        this.#ofParameters.push({ kind: 'invalid-parameter', message: `${subject('')} ${describe(error)}.` });
    }
  }

  override noteUndeclared(name: string, kind: NamedValuesKind): void {
    if (kind !== 'cookie' && this.undeclared[kind].size < maxUndeclared) this.undeclared[kind].add(name);
  }

  /** All findings; `body` is the parsed body, and `place` contains the schemas that describe it. */
  found(body: unknown, place: SchemaPlace | undefined): readonly Found[] {
    return [
      ...this.missing.map(
        (message) =>
          ({ kind: message === missingBody ? 'missing-body' : 'missing-parameter', message }) as const,
      ),
      ...this.malformed.map((message) => ({ kind: 'malformed-parameter', message }) as const),
      ...this.malformedBody.map((message) => ({ kind: 'malformed-body', message }) as const),
      ...this.violations.map((message) => ({ kind: 'invalid-value', message }) as const),
      ...this.#ofParameters,
      ...this.#ofBody.flatMap((error) => (place ? findInBody(error, body, place) : [])),
    ];
  }
}

export const missingBody = 'The body is missing.';

/** Keywords whose violations `findUndeclared` finds. */
const ofMembers: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function findInBody(error: ErrorObject, body: unknown, start: SchemaPlace): readonly Found[] {
  const { keyword, instancePath, params } = error;
  if (ofMembers.has(keyword)) return [];
  const place = hideData(instancePath, body, start);
  if (keyword === 'required') {
    const missing = String((params as Readonly<Record<string, unknown>>)['missingProperty']);
    return [
      { kind: 'missing-field', place: `${place}/${escapeToken(missing)}`, message: 'The field is missing.' },
    ];
  }
  const subject = place === '' ? 'The body' : 'The value';
  if (keyword !== 'type')
    return [{ kind: 'invalid-value', place, message: `${subject} ${describe(error)}.` }];
  const actual = nameTypes(typeNameOf(valueInBody(body, instancePath)));
  return [{ kind: 'wrong-type', place, message: `${subject} is ${actual} and ${describe(error)}.` }];
}

/** The violated keyword in words, without the value, which other messages of ajv quote. */
function describe(error: ErrorObject): string {
  return ofMembers.has(error.keyword) ? 'has a member that is not allowed' : phrase(error);
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : typeof value;
}
