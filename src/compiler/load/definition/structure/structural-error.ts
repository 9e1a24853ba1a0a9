import type { ErrorObject } from 'ajv';

/** An error by a JSON Schema of OpenAPI at one place of a document. */
export type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'> &
  Partial<Pick<ErrorObject, 'propertyName'>>;

/** The name of a field that OpenAPI does not define or allow; undefined of other errors. */
export function unknownField({ keyword, params }: StructuralError): string | undefined {
  if (keyword === 'additionalProperties') return String(params['additionalProperty']);
  if (keyword === 'propertyNames') return String(params['propertyName']);
  return keyword === 'unevaluatedProperties' ? String(params['unevaluatedProperty']) : undefined;
}
