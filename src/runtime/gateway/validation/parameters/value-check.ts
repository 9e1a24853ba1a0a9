import type { SchemaBag } from '../schemas/schema-bag.ts';
import type { NormalSchema } from '#openapi/schema/normalise-schema.ts';
import { tooSlow, withinTime } from '../schemas/within-time.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';

/** Returns the errors of a value of the given size in bytes; undefined for a valid value. */
export type CheckValue = (value: unknown, bytes: number) => readonly ErrorObject[] | undefined;

/**
 * The longest value, in bytes, that is checked without a time limit: the check of a larger one may take long with any
 * schema.
 */
export const maxUntimedLength = 8 * 1024;

/** The time limit of a check, in milliseconds: many times what a harmless value takes. */
export function allowanceFor(bytes: number): number {
  return 250 + Math.ceil(bytes / 4000);
}

/** The check of a schema; undefined if every value is valid. Throws if ajv cannot compile the schema. */
export function checkOfSchema(schema: NormalSchema, schemas: SchemaBag): CheckValue | undefined {
  if (schema === true || (schema !== false && Object.keys(schema).length === 0)) return undefined;
  const validate = schemas.compile(schema);
  const mayMatchSlowly = schemas.mayMatchSlowly(schema);
  return (value, bytes) =>
    mayMatchSlowly || bytes > maxUntimedLength
      ? findInTime(validate, value, bytes)
      : findErrors(validate, value);
}

/** All errors of a short value that is known to be invalid; the known errors if that takes too long. */
export function explainErrors(
  known: readonly ErrorObject[],
  schema: NormalSchema,
  schemas: SchemaBag,
  value: unknown,
): readonly ErrorObject[] {
  if (known === late) return known;
  const validate = schemas.compileForAll(schema);
  const all = schemas.mayMatchSlowly(schema) ? findInTime(validate, value, 0) : findErrors(validate, value);
  return all === undefined || all === late ? known : all;
}

function findErrors(validate: ValidateFunction, value: unknown): readonly ErrorObject[] | undefined {
  if (validate(value)) return undefined;
  const { errors } = validate;
  // Errors contain the value, and the validator is used again only by the next call.
  validate.errors = null;
  return errors ?? [];
}

function findInTime(
  validate: ValidateFunction,
  value: unknown,
  bytes: number,
): readonly ErrorObject[] | undefined {
  const errors = withinTime(() => findErrors(validate, value), allowanceFor(bytes));
  return errors === tooSlow ? late : errors;
}

const late: readonly ErrorObject[] = [
  { keyword: 'time', instancePath: '', schemaPath: '', params: {}, message: 'takes too long to check' },
];

/** Like `checkOfSchema`, for values that were already coerced to the schema's type. */
export function checkOfTypedSchema(schema: NormalSchema, schemas: SchemaBag): CheckValue | undefined {
  const isAllSaid =
    typeof schema === 'object' && Object.keys(schema).length === 1 && isScalar(schema['type']);
  return isAllSaid ? undefined : checkOfSchema(schema, schemas);
}

function isScalar(type: unknown): boolean {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
}
