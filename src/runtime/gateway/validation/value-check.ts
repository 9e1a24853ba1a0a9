import type { SchemaBag } from './schema-bag.ts';
import type { NormalSchema } from './normalise-schema.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';

/** Tells what of a value breaks a schema; undefined where nothing does. */
export type CheckValue = (value: unknown) => readonly ErrorObject[] | undefined;

/** Makes the check of a schema; undefined where every value will do. Throws where ajv does. */
export function checkOfSchema(schema: NormalSchema, schemas: SchemaBag): CheckValue | undefined {
  if (schema === true || (schema !== false && Object.keys(schema).length === 0)) return undefined;
  const validate: ValidateFunction = schemas.compile(schema);
  return (value) => (validate(value) ? undefined : (validate.errors ?? []));
}

/** The same, for values that are of the schema's type by the way they were made. */
export function checkOfTypedSchema(schema: NormalSchema, schemas: SchemaBag): CheckValue | undefined {
  const isAllSaid =
    typeof schema === 'object' && Object.keys(schema).length === 1 && isScalar(schema['type']);
  return isAllSaid ? undefined : checkOfSchema(schema, schemas);
}

function isScalar(type: unknown): boolean {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
}
