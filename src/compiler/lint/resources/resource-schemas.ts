import type { JsonObject } from '#compiled/json.ts';
import type { BodyNode, OpenapiDocument, OperationNode, SchemaNode } from '#openapi/model.ts';
import { isSuccessful } from './responses.ts';
import { embeddedArrays, findPlainCollection } from './plain-collection.ts';

/**
 * The schemas of the resources in the JSON bodies of a definition, each once, with their alternatives. An array
 * contributes the schema of its items; an object with a collection contributes its own schema and that of the items.
 * Objects nested in a resource are not included.
 */
export function resourceSchemas({ operations }: OpenapiDocument): readonly SchemaNode[] {
  const found = new Map<JsonObject, SchemaNode>();
  const bodies = operations.flatMap(({ requestBodies, responses }) => [
    ...requestBodies,
    ...responses.filter(isSuccessful).flatMap((response) => response.bodies),
  ]);
  const rest = onlyOnce(bodies.filter(({ isJson }) => isJson)).flatMap(describedBy);
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (found.has(next.value)) continue;
    found.set(next.value, next);
    rest.push(...next.alternatives);
  }
  return [...found.values()];
}

/**
 * Removes bodies with the same schema, but not those of operations that may list a collection: the path affects how the
 * body is read.
 */
function onlyOnce(bodies: readonly BodyNode[]): readonly BodyNode[] {
  const seen = new Map<JsonObject, Set<OperationNode | undefined>>();
  return bodies.filter(({ schema, operation }) => {
    if (!schema) return false;
    const users = seen.get(schema.value) ?? new Set();
    seen.set(schema.value, users);
    const user = mayList(operation) ? operation : undefined;
    const isNew = !users.has(user);
    users.add(user);
    return isNew;
  });
}

function mayList({ method, path }: OperationNode): boolean {
  return method === 'GET' && path.segments.at(-1)?.form === 'static';
}

function describedBy({ schema, operation }: BodyNode): readonly SchemaNode[] {
  if (!schema) return [];
  if (schema.isArray) return schema.items ? [schema.items] : [];
  const plain = findPlainCollection(operation, schema);
  const collections = plain ? [plain] : embeddedArrays(schema);
  return [schema, ...collections.flatMap((collection) => collection.schema?.items ?? [])];
}
