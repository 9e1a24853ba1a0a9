import type { JsonObject } from '../../../compiled/json.ts';
import type { ResponseNode } from '../../../openapi/model.ts';
import { oncePerDocument } from '../once-per.ts';

/**
 * Where a response is wrong for its status: where it is, or where it is used if it answers with other statuses too, for
 * which it may be right.
 */
export function placeOfAnswer(response: ResponseNode, ...below: readonly string[]): string {
  const statuses = statusesOf(response.document).get(response.value);
  return statuses && statuses.size > 1 ? response.statusPointer : response.pointerTo(...below);
}

const statusesOf = oncePerDocument(({ operations }) => {
  const found = new Map<JsonObject, Set<string>>();
  for (const { value, status } of operations.flatMap(({ responses }) => responses)) {
    found.set(value, (found.get(value) ?? new Set()).add(status));
  }
  return found;
});
