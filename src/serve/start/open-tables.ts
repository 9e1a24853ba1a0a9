import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { openTableSource, type TableSource } from '../sources/thread/open-table-source.ts';
import type { OpenState } from './open-state.ts';
import { type FirstTable, readFirstTable } from './read-first-table.ts';
import { Reloads } from './reloads.ts';

/** The source of tables, and the table to start with. */
export interface OpenTables {
  readonly source: TableSource;
  /** Collects changes of the source, and reloads once `begin` was called. */
  readonly reloads: Reloads;
  readonly first: FirstTable;
  /** The settings of the first table. Some of them stay in force until the gateway closes. */
  readonly declared: GatewaySettings;
  /** The table that was served before this start, which Envoys may still have; undefined without a control plane. */
  readonly lastGood: Awaited<ReturnType<TableSource['readLastGood']>>;
}

/**
 * Starts the thread that reads the sources, which `opened` ends, and reads the first table. Rejects with a
 * StartupError, and with the reason of `stop` if it aborts the start.
 */
export async function openTables(
  { options }: OpenState,
  opened: AsyncDisposableStack,
  stop?: AbortSignal,
): Promise<OpenTables> {
  const reloads = new Reloads();
  const source = await openTableSource(options, reloads.trigger, opened, stop);
  const stopReading = () => source.stop();
  stop?.addEventListener('abort', stopReading);
  const lastGood = options.controlPlane && (await source.readLastGood());
  const first = await readFirstTable(options, source);
  stop?.throwIfAborted();
  stop?.removeEventListener('abort', stopReading);
  return { source, reloads, first, declared: first.table.compiled.manifest.gateway, lastGood };
}
