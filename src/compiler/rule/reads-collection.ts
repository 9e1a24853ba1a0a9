import type { OperationNode } from '../workspace/openapi/operation-node.ts';
import type { SchemaNode } from '../workspace/openapi/schema-node.ts';
import { embeddedArrays } from './embedded-arrays.ts';
import { numberOf } from './word-number.ts';

/**
 * Whether an operation lists a collection: a GET on a path that ends in a name, which answers with an array, be
 * it a bare one or under `_embedded`; where it does not say what it answers with, the name has to be a plural.
 */
export function readsCollection(operation: OperationNode): boolean {
  const last = operation.path.segments.at(-1);
  if (operation.method !== 'get' || last?.form !== 'static') return false;
  const schemas = successSchemas(operation);
  if (schemas.length === 0) return numberOf(last.text) === 'plural';
  return schemas.some((schema) => schema.isArray || embeddedArrays(schema).length > 0);
}

/** What an operation answers with in JSON where all is well. */
export function successSchemas({ responses }: OperationNode): readonly SchemaNode[] {
  return responses
    .filter(({ isSuccess }) => isSuccess)
    .flatMap(({ bodies }) => bodies)
    .flatMap(({ isJson, schema }) => (isJson && schema ? [schema] : []));
}
