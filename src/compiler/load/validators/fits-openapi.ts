import type { ErrorObject } from 'ajv';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';

const validators = {
  '2.0': () => import('./openapi-2-0.ts'),
  '3.0': () => import('./openapi-3-0.ts'),
  '3.1': () => import('./openapi-3-1.ts'),
  '3.2': () => import('./openapi-3-2.ts'),
} as const;

const validatorsWithErrors = {
  '2.0': () => import('./errors-2-0.ts'),
  '3.0': () => import('./errors-3-0.ts'),
  '3.1': () => import('./errors-3-1.ts'),
  '3.2': () => import('./errors-3-2.ts'),
} as const;

/** A violation of a JSON Schema of OpenAPI at one place of a document. */
export type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'> &
  Partial<Pick<ErrorObject, 'propertyName'>>;

/** The name of a field that OpenAPI does not define or allow; undefined for other errors. */
export function unknownField({ keyword, params }: StructuralError): string | undefined {
  if (keyword === 'additionalProperties') return String(params['additionalProperty']);
  if (keyword === 'propertyNames') return String(params['propertyName']);
  return keyword === 'unevaluatedProperties' ? String(params['unevaluatedProperty']) : undefined;
}

/**
 * Whether a document fits the JSON Schema of its line of OpenAPI; only that schema is loaded. False if its schemas have
 * another dialect than OpenAPI's own.
 */
export async function fitsOpenapi(document: object, openapi: OpenapiVersion): Promise<boolean> {
  const { fits } = await validators[openapi]();
  return fits(document);
}

/** All violations of the JSON Schema of a document's line of OpenAPI, and of the dialects of its schemas. */
export async function errorsByOpenapi(
  document: object,
  openapi: OpenapiVersion,
): Promise<readonly StructuralError[]> {
  const { fits } = await validatorsWithErrors[openapi]();
  if (!fits || fits(document)) return [];
  return fits.errors ?? [];
}
