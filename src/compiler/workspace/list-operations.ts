import { isJsonObject, type JsonObject } from '../../compiled/json.ts';

/** An operation of an OpenAPI document, as it is written. */
export interface ListedOperation {
  /** The path template, with its leading slash. */
  readonly path: string;
  /** Upper case. */
  readonly method: string;
  readonly value: JsonObject;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operations that callers can use, sorted by path and method. */
export function listOperations({ paths }: JsonObject): readonly ListedOperation[] {
  if (!isJsonObject(paths)) return [];
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .toSorted()
    .flatMap((path) =>
      [...operationsByMethod(paths[path])]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([method, value]) => ({ path, method, value })),
    );
}

/** By the method in upper case; of `additionalOperations` (OpenAPI 3.2), those that have no field of their own. */
function operationsByMethod(item: unknown): ReadonlyMap<string, JsonObject> {
  if (!isJsonObject(item)) return new Map();
  const additional = isJsonObject(item['additionalOperations']) ? item['additionalOperations'] : {};
  const fixed = methods.map((method) => [method, item[method]] as const);
  const operations = new Map<string, JsonObject>();
  for (const [method, operation] of [...Object.entries(additional), ...fixed]) {
    if (isJsonObject(operation)) operations.set(method.toUpperCase(), operation);
  }
  return operations;
}
