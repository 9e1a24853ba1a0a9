import type { JsonObject } from '#compiled/json.ts';
import type { ResponseNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';

/**
 * The pointer at which to report a response that is wrong for its status: the response itself, or its use if it is
 * shared with other statuses, for which it may be right.
 */
export function placeOfAnswer(response: ResponseNode, ...below: readonly string[]): string {
  const statuses = statusesOf(response.document).get(response.value);
  return statuses && statuses.size > 1 ? response.statusPointer : response.pointerTo(...below);
}

/**
 * Whether a response is returned on success: by its status, or as a `default` that is not described as an error while
 * no other response is a success.
 */
export function isSuccessful(response: ResponseNode): boolean {
  const { isSuccess, status, operation, bodies } = response;
  if (isSuccess || status !== 'default') return isSuccess;
  if (operation.responses.some((other) => other.isSuccess)) return false;
  if (errorWord.test(response.text('description') ?? '')) return false;
  return !bodies.some(({ schema }) => errorNames.some((name) => schema?.properties.has(name)));
}

const errorWord = /error|fail|fault|unexpected|invalid|problem|exception/i;
const errorNames = [
  'error',
  'errors',
  'message',
  'code',
  'fault',
  'detail',
  'errorMessage',
  'error_description',
];

const statusesOf = oncePerDocument(({ operations }) => {
  const found = new Map<JsonObject, Set<string>>();
  for (const { value, status } of operations.flatMap(({ responses }) => responses)) {
    found.set(value, (found.get(value) ?? new Set()).add(status));
  }
  return found;
});
