import { ajvForErrors } from './ajv-for-openapi.ts';

const ajv = ajvForErrors('3.2');

/** Whether a document fits the JSON Schema of OpenAPI 3.2; if not, all errors are in `fits.errors`. */
export const fits = ajv.getSchema('fits');
