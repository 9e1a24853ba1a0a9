import { compareRequestBodies } from './compare-bodies.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import { omit, type ContractDocument, type Located } from './contract-document.ts';
import type { ContractSide } from './contract-side.ts';
import type { OperationPair } from './operation-pair.ts';
import type { Json, JsonObject } from '../../../compiled/json.ts';
import { showValue } from './schemas/show-value.ts';
import { operationsIn, pointerIn, type ContractOperation } from './read-operations.ts';

/** Compares one operation with what it was. */
export function compareOperations(pair: OperationPair): void {
  compareNames(pair);
  compareParameters(pair);
  compareRequestBodies(pair);
  compareResponses(pair);
  compareSecurity(pair);
  compareCallbacks(pair);
}

const notDocumentation = new Set([
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'security',
  'deprecated',
  'operationId',
  'consumes',
  'produces',
]);

function compareNames(pair: OperationPair): void {
  const [before, after] = [pair.base.operation, pair.head.operation];
  const documented = ({ value, pointer }: Located) => ({
    documentation: { ...omit(value, notDocumentation), ...tagsIn(value) },
    pointer,
  });
  pair.compareDocumentation('', documented(before), documented(after));
  const [old, now] = [before.value['operationId'], after.value['operationId']];
  if (old !== now && old !== undefined) {
    const at = { base: pointerIn(pair.base, 'operationId'), head: pointerIn(pair.head, 'operationId') };
    const what = `operationId ${showValue(old)} → ${now === undefined ? 'none' : showValue(now)}`;
    pair.say({ id: 'operation-id-changed', action: 'change', path: '', before: old, after: now, what, at });
  }
  compareDeprecation(pair);
}

/** In an order that says nothing. */
function tagsIn({ tags }: JsonObject): JsonObject {
  const names = Array.isArray(tags) ? tags.filter((tag: Json) => typeof tag === 'string') : [];
  return tags === undefined ? {} : { tags: names.toSorted() };
}

function compareDeprecation(pair: OperationPair): void {
  const [before, after] = [pair.base, pair.head].map(
    ({ operation }) => operation.value['deprecated'] === true,
  );
  if (before === after) return;
  const at = { base: pair.base.operation.pointer, head: pointerIn(pair.head, 'deprecated') };
  const change = { action: 'change', path: '', at } as const;
  if (after) pair.say({ ...change, id: 'operation-deprecated', what: 'deprecated' });
  else pair.say({ ...change, id: 'operation-undeprecated', what: 'no longer deprecated' });
}

/** Compares the calls that the API makes of those who call it. */
function compareCallbacks(pair: OperationPair): void {
  const before = callbacksOf(pair.base.operation, pair.sides.base);
  const after = callbacksOf(pair.head.operation, pair.sides.head);
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now) compareOperations(pair.callback(name, old, now));
    else {
      const at = { base: old.operation.pointer, head: pair.head.operation.pointer };
      pair.say({ id: 'callback-removed', action: 'remove', path: name, what: 'gone', at });
    }
  }
  for (const [name, now] of after) {
    if (before.has(name)) continue;
    const at = { base: pair.base.operation.pointer, head: now.operation.pointer };
    pair.say({ id: 'callback-added', action: 'add', path: name, what: 'new', at });
  }
}

function callbacksOf(operation: Located, { document }: ContractSide): ReadonlyMap<string, ContractOperation> {
  const callbacks = [...document.members(document.member(operation, 'callbacks'))];
  return new Map(
    callbacks.flatMap(([name, callback]) =>
      [...document.members(callback)].flatMap(([expression, item]) =>
        operationsIn(document, expression, item).map(
          (found) => [`callback ${name} ${found.label}`, found] as const,
        ),
      ),
    ),
  );
}

/** The webhooks of a document, as operations. */
export function webhooksOf(document: ContractDocument): ReadonlyMap<string, ContractOperation> {
  const webhooks = document.members(document.member({ value: document.root, pointer: '' }, 'webhooks'));
  return new Map(
    [...webhooks].flatMap(([name, item]) =>
      operationsIn(document, name, item).map((found) => [found.label, found] as const),
    ),
  );
}

/** What is said of a path as a whole. */
export function documentationOfPath({ item: { value, pointer } }: ContractOperation) {
  const documentation = Object.fromEntries(
    Object.entries(value).filter(([name]) => /^(summary|description|servers|x-.*)$/.test(name)),
  );
  return { documentation, pointer };
}
