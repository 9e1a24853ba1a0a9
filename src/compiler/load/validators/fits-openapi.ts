import type { CheckedVersion } from './ajv-for-openapi.ts';

const validators = {
  '2.0': () => import('./openapi-2-0.ts'),
  '3.0': () => import('./openapi-3-0.ts'),
  '3.1': () => import('./openapi-3-1.ts'),
} as const;

/** Whether a document fits the JSON Schema of its line of OpenAPI, of which only that one is read. */
export async function fitsOpenapi(document: object, openapi: CheckedVersion): Promise<boolean> {
  const { fits } = await validators[openapi]();
  return fits(document);
}
