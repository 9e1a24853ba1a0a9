import type { ContractChangeId } from '../../contract-change-kinds.ts';
import type { OperationPair } from '../../operation-pair.ts';
import type { ContractHeader } from '../../read-header.ts';
import type { Direction } from '../../schemas/schema-fact.ts';
import type { PartPair } from './described-part.ts';

/** Compares the headers of a part: in a request they are like parameters, in a response like its headers. */
export function comparePartHeaders(pair: OperationPair, { where, old, now, direction }: PartPair): void {
  for (const key of new Set([...old.headers.keys(), ...now.headers.keys()])) {
    const [before, after] = [old.headers.get(key), now.headers.get(key)];
    const path = `${where} header ${(before ?? after)?.name}`;
    if (before && after) compareHeader(pair, path, { before, after, direction });
    else if (after) report(pair, path, { id: idOfAdded(after, direction), after, what: 'was added' });
    else if (before) report(pair, path, { id: idOfRemoved(before, direction), before, what: 'was removed' });
  }
}

function idOfAdded({ required }: ContractHeader, direction: Direction): ContractChangeId {
  if (direction === 'response') return 'response-header-added';
  return required ? 'required-parameter-added' : 'optional-parameter-added';
}

function idOfRemoved({ required }: ContractHeader, direction: Direction): ContractChangeId {
  if (direction === 'request') return 'parameter-removed';
  return required ? 'required-response-header-removed' : 'optional-response-header-removed';
}

interface HeaderChange {
  readonly id: ContractChangeId;
  readonly before?: ContractHeader;
  readonly after?: ContractHeader;
  readonly what: string;
}

function report(pair: OperationPair, path: string, { id, before, after, what }: HeaderChange): void {
  const action = before ? (after ? 'change' : 'remove') : 'add';
  const at = { ...(before && { base: before.pointer }), ...(after && { head: after.pointer }) };
  pair.report({ id, action, path, what, at });
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
  const ids = kinds[direction];
  if (!before.required && after.required)
    report(pair, path, { id: ids.required, before, after, what: 'became required' });
  if (before.required && !after.required)
    report(pair, path, { id: ids.optional, before, after, what: 'became optional' });
  if (before.style !== after.style) {
    const what = `: serialization changed from ${before.style} to ${after.style}`;
    report(pair, path, { id: `${direction}-representation-changed`, before, after, what });
  }
  pair.compareDocumentation(path, before, after);
  pair.compareSchemas(path, before, after, direction, { lists: before.lists && after.lists });
}
