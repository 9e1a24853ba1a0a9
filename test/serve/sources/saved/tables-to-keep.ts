import { packTable } from '#compiled/compiled.ts';
import type { GoodTable } from '#serve/sources/saved/last-good.ts';
import { buildTable } from '../../../runtime/table-builder.ts';

/** A table that has nothing but a number of its own. */
export function tableToKeep(number: number): GoodTable {
  const tier = { name: `tier-${number}` };
  return { table: packTable(buildTable({ apis: [], applications: [], subscriptions: [], tiers: [tier] })) };
}
