import { isJsonObject } from '#compiled/json.ts';

/** The ids of an operation, or of the operations of a path item, in any version of OpenAPI. */
export function listOperationIds(node: unknown): readonly string[] {
  if (!isJsonObject(node)) return [];
  return [node, ...Object.values(node)].flatMap((one) => {
    const id = isJsonObject(one) ? one['operationId'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
