import { compareRequestBodies } from './bodies/compare-bodies.ts';
import { compareParameters } from './parameters/compare-parameters.ts';
import { compareResponses } from './responses/compare-responses.ts';
import { compareSecurity } from './security/compare-security.ts';
import type { OperationPair } from '../pairs/operation-pair.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import { describeTransition } from '../../wording/describe-value.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';

/** Compares an operation on both sides. */
export function compareOperations(pair: OperationPair): void {
  compareNames(pair);
  compareParameters(pair);
  compareRequestBodies(pair);
  compareResponses(pair);
  compareSecurity(pair);
  compareCallbacks(pair);
}

function compareNames(pair: OperationPair): void {
  const documented = (operation: OperationNode) => ({
    documentation: { ...operation.documentation, ...tagsIn(operation.value) },
    pointer: operation.pointer,
  });
  pair.compareDocumentation('', documented(pair.base), documented(pair.head));
  const [old, now] = [pair.base.operationId, pair.head.operationId];
  if (old !== now && old !== undefined) {
    const at = { base: pair.base.pointerTo('operationId'), head: pair.head.pointerTo('operationId') };
    const detail = { before: old, after: now, part: 'operationId', what: describeTransition(old, now) };
    pair.report({ id: 'operation-id-changed', action: 'change', path: '', at, ...detail });
  }
  compareDeprecation(pair);
}

/** The tags of an operation, sorted, since their order has no meaning. */
function tagsIn({ tags }: JsonObject): JsonObject {
  const names = Array.isArray(tags) ? tags.filter((tag: Json) => typeof tag === 'string') : [];
  return tags === undefined ? {} : { tags: names.toSorted() };
}

function compareDeprecation(pair: OperationPair): void {
  const { base, head } = pair;
  if (base.isDeprecated === head.isDeprecated) return;
  const at = { base: base.pointer, head: head.pointerTo('deprecated') };
  const change = { action: 'change', path: '', at } as const;
  if (head.isDeprecated) pair.report({ ...change, id: 'operation-deprecated', what: 'was deprecated' });
  else pair.report({ ...change, id: 'operation-undeprecated', what: 'is no longer deprecated' });
}

/** Compares callbacks. */
function compareCallbacks(pair: OperationPair): void {
  const before = callbacksOf(pair.base);
  const after = callbacksOf(pair.head);
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now) compareOperations(pair.callback(name, old, now));
    else {
      const at = { base: old.pointer, head: pair.head.pointer };
      pair.report({ id: 'callback-removed', action: 'remove', path: name, what: 'was removed', at });
    }
  }
  for (const [name, now] of after) {
    if (before.has(name)) continue;
    const at = { base: pair.base.pointer, head: now.pointer };
    pair.report({ id: 'callback-added', action: 'add', path: name, what: 'was added', at });
  }
}

function callbacksOf({ callbacks }: OperationNode): ReadonlyMap<string, OperationNode> {
  return new Map(
    callbacks.flatMap(([name, paths]) =>
      paths.flatMap(({ operations }) =>
        operations.map((found) => [`callback ${name} ${found.name}`, found] as const),
      ),
    ),
  );
}

/** The webhooks of a document, as operations. */
export function webhooksOf({ webhooks }: OpenapiDocument): ReadonlyMap<string, OperationNode> {
  const operations = webhooks.flatMap((webhook) => webhook.operations);
  return new Map(operations.map((operation) => [operation.name, operation]));
}
