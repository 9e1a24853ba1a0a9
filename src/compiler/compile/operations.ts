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
  const operations = operationsByMethod(item);
  return [...operations.keys()].toSorted().map((method) => {
    const operationId = operations.get(method)?.['operationId'];
    return { method, path, ...(typeof operationId === 'string' && { operationId }) };
  });
}

/** By the method in upper case; of `additionalOperations` (OpenAPI 3.2), those that have no field of their own. */
function operationsByMethod(item: JsonObject): ReadonlyMap<string, JsonObject> {
  const additional = isJsonObject(item['additionalOperations']) ? item['additionalOperations'] : {};
  const fixed = methods.map((method) => [method, item[method]] as const);
  const operations = new Map<string, JsonObject>();
  for (const [method, operation] of [...Object.entries(additional), ...fixed]) {
    if (isJsonObject(operation)) operations.set(method.toUpperCase(), operation);
  }
  return operations;
}
