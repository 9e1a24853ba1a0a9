import { compareMedia } from './compare-bodies.ts';
import type { OperationPair } from './operation-pair.ts';
import { readResponses, type ContractHeader, type ContractResponse } from './read-responses.ts';

type Responses = ReadonlyMap<string, ContractResponse>;

/** Compares the responses of an operation, status by status. */
export function compareResponses(pair: OperationPair): void {
  const before = readResponses(pair.base, pair.sides.base);
  const after = readResponses(pair.head, pair.sides.head);
  for (const [status, old] of before) {
    const key = [status, rangeOf(status)].find((one) => after.has(one));
    const now = key === undefined ? undefined : after.get(key);
    if (now) compareResponse(pair, status, old, now);
    else reportRemoved(pair, status, { place: old.place, isOnly: before.size === 1 });
  }
  reportAdded(pair, before, after);
}

/** The range that a status belongs to: `2XX`. */
function rangeOf(status: string): string {
  return status.replace(/^(\d).*$/, '$1XX');
}

interface RemovedResponse {
  readonly place: string;
  readonly isOnly: boolean;
}

/** A `default` response is the success response if it is the only one. */
function reportRemoved(pair: OperationPair, status: string, { place, isOnly }: RemovedResponse): void {
  const isSuccess = status.startsWith('2') || (status === 'default' && isOnly);
  const id = isSuccess ? 'success-response-removed' : 'error-response-removed';
  const at = { base: place, head: pair.head.pointer };
  pair.report({ id, action: 'remove', path: `response ${status}`, what: 'was removed', at });
}

/** A status that a range of the base includes is not reported as added. */
function reportAdded(pair: OperationPair, before: Responses, after: Responses): void {
  for (const [status, { place }] of after) {
    if (before.has(status) || before.has(rangeOf(status))) continue;
    const at = { base: pair.base.pointer, head: place };
    pair.report({ id: 'response-added', action: 'add', path: `response ${status}`, what: 'was added', at });
  }
}

function compareResponse(
  pair: OperationPair,
  status: string,
  before: ContractResponse,
  after: ContractResponse,
): void {
  const path = `response ${status}`;
  pair.compareDocumentation(path, before, after);
  compareHeaders(pair, path, before, after);
  compareMedia(pair, `${path} body`, { base: before, head: after, direction: pair.directions.response });
}

function compareHeaders(
  pair: OperationPair,
  path: string,
  before: ContractResponse,
  after: ContractResponse,
): void {
  for (const [key, old] of before.headers) {
    const now = after.headers.get(key);
    const where = `${path} header ${old.name}`;
    if (now) compareHeader(pair, where, old, now);
    else {
      const id = `${old.required ? 'required' : 'optional'}-response-header-removed` as const;
      const at = { base: old.pointer, head: after.pointer };
      pair.report({ id, action: 'remove', path: where, what: 'was removed', at });
    }
  }
  for (const [key, { name, pointer }] of after.headers) {
    if (before.headers.has(key)) continue;
    const at = { base: before.pointer, head: pointer };
    pair.report({
      id: 'response-header-added',
      action: 'add',
      path: `${path} header ${name}`,
      what: 'was added',
      at,
    });
  }
}

function compareHeader(pair: OperationPair, path: string, old: ContractHeader, now: ContractHeader): void {
  const change = { action: 'change', path, at: { base: old.pointer, head: now.pointer } } as const;
  if (old.required && !now.required)
    pair.report({ ...change, id: 'response-header-became-optional', what: 'became optional' });
  if (!old.required && now.required)
    pair.report({ ...change, id: 'response-header-became-required', what: 'became required' });
  if (old.style !== now.style) {
    const [before, after] = [old.style, now.style];
    const id = `${pair.directions.response}-representation-changed` as const;
    const what = `changed from ${before} to ${after}`;
    pair.report({ ...change, id, before, after, part: 'serialization', what });
  }
  pair.compareDocumentation(path, old, now);
  pair.compareSchemas(path, old, now, pair.directions.response);
}
