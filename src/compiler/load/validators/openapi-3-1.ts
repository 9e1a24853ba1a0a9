import { ajvForOpenapi } from './ajv-for-openapi.ts';

const ajv = ajvForOpenapi('3.1');

/** Whether a document fits the JSON Schema of OpenAPI 3.1. */
export const fits = (document: unknown): boolean => ajv.validate('fits', document);
