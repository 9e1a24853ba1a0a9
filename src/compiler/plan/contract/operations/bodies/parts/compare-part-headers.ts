import { compareHeader } from '../../parameters/compare-header.ts';
import type { ContractChangeId } from '../../../contract-change-kinds.ts';
import type { OperationPair } from '../../../pairs/operation-pair.ts';
import type { ContractHeader } from '../../parameters/read-header.ts';
import type { Direction } from '../../../keywords/facts/schema-fact.ts';
import type { PartPair } from './described-part.ts';

/** Compares the headers of a part: like parameters in a request, like response headers in a response. */
export function comparePartHeaders(pair: OperationPair, { where, old, now, direction }: PartPair): void {
  for (const key of new Set([...old.headers.keys(), ...now.headers.keys()])) {
    const [before, after] = [old.headers.get(key), now.headers.get(key)];
    const path = `${where} header ${(before ?? after)?.name}`;
    if (before && after) compareHeader(pair, path, { old: before, now: after, direction });
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
  if (pair.partIn(direction) === 'request')
    return required ? 'required-parameter-added' : 'optional-parameter-added';
  return pair.isCallback && required ? 'callback-response-header-added' : 'response-header-added';
}

function idOfRemoved(
  pair: OperationPair,
  { required }: ContractHeader,
  direction: Direction,
): ContractChangeId {
  if (pair.partIn(direction) === 'request')
    return pair.isCallback && required ? 'callback-parameter-removed' : 'parameter-removed';
  return required ? 'required-response-header-removed' : 'optional-response-header-removed';
}

interface HeaderChange {
  readonly id: ContractChangeId;
  readonly before?: ContractHeader;
  readonly after?: ContractHeader;
  readonly what: string;
}

function report(pair: OperationPair, path: string, change: HeaderChange): void {
  const { before, after, ...detail } = change;
  const action = before ? 'remove' : 'add';
  const at = { ...(before && { base: before.pointer }), ...(after && { head: after.pointer }) };
  pair.report({ ...detail, action, path, at });
}
