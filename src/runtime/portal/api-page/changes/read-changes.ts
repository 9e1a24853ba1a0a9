import type { ContractChanges } from '#runtime/ports/contract-changes.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import type { FoundVersion } from '../find-version.ts';

/** The changes of a version since the one before it; undefined for the first version. */
export function readChanges(
  { portal }: StoreVisit,
  { entry, older }: FoundVersion,
): ContractChanges | 'pending' | 'failed' | undefined {
  return older && portal.services.changesSince({ older: older.entry.part, newer: entry.part });
}
