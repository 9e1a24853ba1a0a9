import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import { isJsonObject, type JsonObject } from '../../compiled/json.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operations of an OpenAPI document, sorted by path and method. */
export function listOperations(contract: JsonObject): readonly CompiledOperation[] {
  const paths = contract['paths'];
  if (!isJsonObject(paths)) return [];
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .toSorted()
    .flatMap((path) => operationsOf(path, paths[path]));
}

function operationsOf(path: string, item: unknown): readonly CompiledOperation[] {
  if (!isJsonObject(item)) return [];
  return methods
    .filter((method) => isJsonObject(item[method]))
    .toSorted()
    .map((method) => {
      const { operationId } = item[method] as JsonObject;
      return { method: method.toUpperCase(), path, ...(typeof operationId === 'string' && { operationId }) };
    });
}
