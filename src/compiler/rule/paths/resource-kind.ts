import type { OperationNode } from '../../../openapi/model.ts';
import type { PathTree } from './path-tree.ts';
import { readsCollection, successSchemas } from '../bodies/reads-collection.ts';

/**
 * The kind of resource that a document shows at a place of its paths: many things, which have identifiers, are listed
 * or are added to, or a single one, which is shown, replaced or deleted as a whole; undefined if it leaves that open.
 */
export function resourceKindOf({ templated, paths }: PathTree): 'collection' | 'single' | undefined {
  if (templated.size > 0) return 'collection';
  const operations = paths.flatMap((path) => path.operations);
  const get = operations.find(({ method }) => method === 'GET');
  if (operations.some(({ method }) => changesOne.has(method))) return 'single';
  if (get && readsCollection(get)) return 'collection';
  if (get && readsOne(get)) return 'single';
  return operations.some(creates) ? 'collection' : undefined;
}

const changesOne = new Set(['PUT', 'PATCH', 'DELETE']);

function readsOne(get: OperationNode): boolean {
  const schemas = successSchemas(get);
  return schemas.length > 0 && schemas.every((schema) => schema.isObject);
}

function creates({ method, responses }: OperationNode): boolean {
  return method === 'POST' && responses.some(({ status }) => status === '201');
}
