import type { SchemaNode } from '#openapi/model.ts';

/** The types that each field may have, by its name. */
export type FieldTypes = Readonly<Record<string, readonly string[]>>;

/** The fields of the table in section 7.2. */
export const errorFieldTypes: FieldTypes = {
  message: ['string'],
  developerMessage: ['string'],
  moreInformation: ['string'],
  code: ['string'],
  errors: ['array', 'object'],
};

/** The fields of the object in `errors` that frameworks generate. */
export const generatedFieldTypes: FieldTypes = {
  message: ['string'],
  debugMessage: ['string'],
  status: ['string'],
  code: ['number', 'integer'],
  timestamp: ['object'],
  subErrors: ['array'],
};

/** Whether all types of a schema except null are allowed; true for a schema without a type. */
export function hasOnlyTypes(schema: SchemaNode, allowed: readonly string[]): boolean {
  const shown = schema.isObject ? ['object'] : schema.isArray ? ['array'] : [];
  const types = schema.types.length > 0 ? schema.types : shown;
  return types.every((type) => type === 'null' || allowed.includes(type));
}
