import type { ErrorObject } from 'ajv';

/** An error by a JSON Schema of OpenAPI at one place of a document. */
export type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;
