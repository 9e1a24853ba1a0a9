import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import type { ResponseNode } from '../../workspace/openapi/response-node.ts';
import { oncePerView } from '../once-per.ts';

/** The key by which a response declares a body, if it does: whatever its media type, and be it of none. */
export function declaredBody({ value, view }: ResponseNode): 'schema' | 'content' | undefined {
  if (view.isSwagger) return isJsonObject(value['schema']) ? 'schema' : undefined;
  const { content } = value;
  return isJsonObject(content) && Object.keys(content).length > 0 ? 'content' : undefined;
}

/**
 * Where a response is wrong for its status: where it stands, or where it is used if it answers with other statuses
 * too, for which it may be right.
 */
export function placeOfAnswer(response: ResponseNode, ...below: readonly string[]): string {
  const statuses = statusesOf(response.view).get(response.value);
  return statuses && statuses.size > 1 ? response.statusPointer : response.pointerTo(...below);
}

const statusesOf = oncePerView(({ operations }) => {
  const found = new Map<JsonObject, Set<string>>();
  for (const { value, status } of operations.flatMap(({ responses }) => responses)) {
    found.set(value, (found.get(value) ?? new Set()).add(status));
  }
  return found;
});
