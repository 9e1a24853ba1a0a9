import type { ErrorObject } from 'ajv';

/** What a JSON Schema of OpenAPI finds wrong at one place of a document. */
export type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;
