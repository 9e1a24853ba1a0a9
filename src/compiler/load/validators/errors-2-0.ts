import { ajvForErrors } from './ajv-for-openapi.ts';

const ajv = ajvForErrors('2.0');

/** Whether a document fits the JSON Schema of OpenAPI 2.0; if not, all errors are in `fits.errors`. */
export const fits = ajv.getSchema('fits');
