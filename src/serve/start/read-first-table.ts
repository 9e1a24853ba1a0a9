import type { HeldParts, LoadFailure } from '../served/gateway-event.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { type LoadContext, loadGeneration, noteHeld } from './load-generation.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';
import type { TableReading, TableSource } from '../sources/thread/open-table-source.ts';
import { LastGoodError, lastGoodFile } from '../sources/saved/last-good.ts';
import type { LoadedTable } from '../served/loaded-table.ts';

/** The table that a gateway starts with. */
export interface FirstTable {
  readonly table: LoadedTable;
  /** The commit that the table was read from; absent if the source is not a branch of a repository. */
  readonly commit?: string;
  /** The parts of the sources that are held back; absent for the last good table. */
  readonly held?: HeldParts;
  /** Why the last good table is used instead of the current sources; absent if it is not. */
  readonly failure?: LoadFailure;
}

/**
 * Reads the sources, or the last good table if they cannot be used. Rejects with a StartupError if neither can be used,
 * and with the error from reading the sources if there is no last good table.
 */
export async function readFirstTable(options: GatewayOptions, source: TableSource): Promise<FirstTable> {
  let reading: TableReading;
  try {
    reading = await source.read();
  } catch (error) {
    return fallBack(options, source, { message: messageOf(error), diagnostics: [] }, error);
  }
  if (!reading.ok) return fallBack(options, source, reading.failure);
  return {
    table: reading.table,
    held: reading.held,
    ...(reading.commit !== undefined && { commit: reading.commit }),
  };
}

/** Returns the last good table. Rejects with `error` if there is none, and with a StartupError if it cannot be used. */
async function fallBack(
  options: GatewayOptions,
  source: TableSource,
  failure: LoadFailure,
  error: unknown = new StartupError(failure.message, failure),
): Promise<FirstTable> {
  if (options.source.kind === 'table') throw error;
  const table = await source.readLastGood();
  if (!table) throw error;
  if ('message' in table) throw refuseBoth(failure, table.message);
  return { table, failure };
}

/** The error if neither the sources nor the last good table can be used. */
function refuseBoth(failure: LoadFailure, reason: string): StartupError {
  const message = `${failure.message} ${reason}`;
  return new StartupError(message, { ...failure, message });
}

/** Serves the first table, or the last good one if the first cannot be prepared. Rejects with a StartupError. */
export async function loadFirst(
  context: LoadContext,
  options: GatewayOptions,
  { table, commit, held, failure }: FirstTable,
): Promise<void> {
  const { serving, source, envoys, audit, report } = context;
  try {
    await loadGeneration(context, table);
  } catch (error) {
    if (failure) {
      const file = lastGoodFile(options);
      throw refuseBoth(failure, new LastGoodError(file, error).message);
    }
    const reason = { message: messageOf(error), diagnostics: [] };
    return loadFirst(context, options, await fallBack(options, source, reason));
  }
  const { digest, manifest } = table.compiled;
  serving.noteSources({ commit, failure });
  audit({ event: 'loaded', digest });
  if (failure) return report({ type: 'last-good', digest, ...failure });
  report({ type: 'loaded', digest, apis: manifest.apis.length, ...(commit && { commit }) });
  source.keepGood(envoys?.controlPlane.tablesInUse);
  if (held) noteHeld(context, held);
}
