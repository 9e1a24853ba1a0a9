import type { Compiled } from '../compiled/compiled.ts';
import { readFileIfPresent } from '../platform/read-file-if-present.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { lastGoodFile } from './last-good.ts';
import { readSource, readTableFile } from './read-source.ts';
import type { RelevantFiles } from './relevant-files.ts';
import { StartupError } from './startup-error.ts';

/** The table to start with. */
export interface FirstTable {
  readonly compiled: Compiled;
  /** Why it is the last good one, and not what the sources say. */
  readonly failure?: LoadFailure;
}

/** Reads the sources or, where they are broken, the last good table. Rejects with a StartupError where neither is good. */
export async function readFirstTable(
  { source, deployment, stateFolder }: GatewayOptions,
  relevant: RelevantFiles,
): Promise<FirstTable> {
  const reading = await readSource(source, deployment);
  relevant.follow(reading);
  if (reading.ok) return { compiled: reading.compiled };
  const file = lastGoodFile(stateFolder, deployment);
  if (source.kind === 'table' || (await readFileIfPresent(file)) === undefined) {
    throw new StartupError(reading.failure.message, reading.failure);
  }
  const lastGood = await readTableFile(file, deployment);
  if (!lastGood.ok) throw new StartupError(reading.failure.message, reading.failure);
  return { compiled: lastGood.compiled, failure: reading.failure };
}
