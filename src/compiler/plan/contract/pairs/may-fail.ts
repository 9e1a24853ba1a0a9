import type { ContractChange } from '../contract-change.ts';
import type { ContractChangeId } from '../contract-change-kinds.ts';

/** Names that clients are generated from and that no call contains. */
const namesOfClients: ReadonlySet<ContractChangeId> = new Set([
  'operation-id-changed',
  'path-parameter-renamed',
]);

/** Whether calls may fail by a change; those with what is no longer described are still accepted. */
export function mayFail({
  id,
  path,
  action,
  compatibility,
}: Pick<ContractChange, 'id' | 'path' | 'action' | 'compatibility'>): boolean {
  if (compatibility === 'risky') return action !== 'remove' && !namesOfClients.has(id);
  const isInPath = id === 'required-parameter-added' && path.startsWith('path parameter ');
  return compatibility === 'breaking' && !isInPath;
}
