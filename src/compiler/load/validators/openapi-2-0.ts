import { ajvForOpenapi } from './ajv-for-openapi.ts';

const ajv = ajvForOpenapi('2.0');

/** Whether a document fits the JSON Schema of OpenAPI 2.0. */
export const fits = (document: unknown): boolean => ajv.validate('fits', document);
