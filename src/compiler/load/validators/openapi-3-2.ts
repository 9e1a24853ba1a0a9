import { ajvForOpenapi } from './ajv-for-openapi.ts';

const ajv = ajvForOpenapi('3.2');

/** Whether a document fits the JSON Schema of OpenAPI 3.2. */
export const fits = (document: unknown): boolean => ajv.validate('fits', document);
