import type { ContractChange } from '../contract-change.ts';
import type { ContractChangeId } from '../contract-change-kinds.ts';

/** Changes of names that only generated clients use, and that calls do not contain. */
const namesOfClients: ReadonlySet<ContractChangeId> = new Set([
  'operation-id-changed',
  'path-parameter-renamed',
]);

/**
 * Whether a change may make calls fail. A risky removal does not: calls with parts that are no longer described are
 * still accepted.
 */
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
