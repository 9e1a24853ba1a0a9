import type { ContractChangeId } from '../../contract-change-kinds.ts';
import type { OperationPair } from '../../operation-pair.ts';
import type { ContractHeader } from '../../read-header.ts';
import type { Direction } from '../../schemas/schema-fact.ts';
import { isReadAlike } from '../../sent-as-text/compare-as-text.ts';
import type { PartPair } from './described-part.ts';

/** Compares the headers of a part: in a request they are like parameters, in a response like its headers. */
export function comparePartHeaders(pair: OperationPair, { where, old, now, direction }: PartPair): void {
  for (const key of new Set([...old.headers.keys(), ...now.headers.keys()])) {
    const [before, after] = [old.headers.get(key), now.headers.get(key)];
    const path = `${where} header ${(before ?? after)?.name}`;
    if (before && after) compareHeader(pair, path, { before, after, direction });
    else if (after) report(pair, path, { id: idOfAdded(pair, after, direction), after, what: 'was added' });
    else if (before)
      report(pair, path, { id: idOfRemoved(pair, before, direction), before, what: 'was removed' });
  }
}

function idOfAdded(
  pair: OperationPair,
  { required }: ContractHeader,
  direction: Direction,
): ContractChangeId {
  if (partOf(pair, direction) === 'request')
    return required ? 'required-parameter-added' : 'optional-parameter-added';
  return pair.isCallback && required ? 'callback-response-header-added' : 'response-header-added';
}

function idOfRemoved(
  pair: OperationPair,
  { required }: ContractHeader,
  direction: Direction,
): ContractChangeId {
  if (partOf(pair, direction) === 'request')
    return pair.isCallback && required ? 'callback-parameter-removed' : 'parameter-removed';
  return required ? 'required-response-header-removed' : 'optional-response-header-removed';
}

/** The part of the call that goes in a direction: in callbacks and webhooks, callers read the request. */
function partOf({ directions }: OperationPair, direction: Direction): 'request' | 'response' {
  return directions.request === direction ? 'request' : 'response';
}

interface HeaderChange {
  readonly id: ContractChangeId;
  readonly before?: ContractHeader;
  readonly after?: ContractHeader;
  readonly part?: string;
  readonly what: string;
}

function report(pair: OperationPair, path: string, change: HeaderChange): void {
  const { before, after, ...detail } = change;
  const action = before ? (after ? 'change' : 'remove') : 'add';
  const at = { ...(before && { base: before.pointer }), ...(after && { head: after.pointer }) };
  pair.report({ ...detail, action, path, at });
}

interface HeaderPair {
  readonly before: ContractHeader;
  readonly after: ContractHeader;
  readonly direction: Direction;
}

const kinds = {
  request: { required: 'parameter-became-required', optional: 'parameter-became-optional' },
  response: { required: 'response-header-became-required', optional: 'response-header-became-optional' },
} as const;

function compareHeader(pair: OperationPair, path: string, { before, after, direction }: HeaderPair): void {
  const ids = kinds[partOf(pair, direction)];
  if (!before.required && after.required)
    report(pair, path, { id: ids.required, before, after, what: 'became required' });
  if (before.required && !after.required)
    report(pair, path, { id: ids.optional, before, after, what: 'became optional' });
  const lists = before.lists && after.lists;
  const schemas = { base: before.schema, head: after.schema, direction };
  if (before.style !== after.style && !(lists && isReadAlike({ ...schemas, lists, ignoresEmpty: false }))) {
    const what = `changed from ${before.style} to ${after.style}`;
    const id = `${direction}-representation-changed` as const;
    report(pair, path, { id, before, after, part: 'serialization', what });
  }
  pair.compareDocumentation(path, before, after);
  pair.compareSchemas(path, before, after, direction, { lists });
}
