import type { Compiled } from '../compiled/compiled.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { LastGoodError, lastGoodFile, readLastGood } from './last-good.ts';
import { messageOf } from './message-of.ts';
import { readSource, type SourceReading } from './read-source.ts';
import { StartupError } from './startup-error.ts';
import type { ReadingFollower } from './watch-source.ts';

/** The table to start with. */
export interface FirstTable {
  readonly compiled: Compiled;
  /** Why it is the last good one, and not what the sources say. */
  readonly failure?: LoadFailure;
}

/**
 * Reads the sources or, where they are broken, the last good table. Rejects with a StartupError where neither is good,
 * and with what reading the sources threw where no table was good before.
 */
export async function readFirstTable(
  options: GatewayOptions,
  follower: ReadingFollower,
): Promise<FirstTable> {
  let reading: SourceReading;
  try {
    reading = await readSource(options.source, options.deployment);
  } catch (error) {
    return fallBack(options, { message: messageOf(error), diagnostics: [] }, error);
  }
  follower.follow(reading);
  return reading.ok ? { compiled: reading.compiled } : fallBack(options, reading.failure);
}

/** The last good table, in place of what failed. Rejects with `fault` where there is none, or with a StartupError. */
export async function fallBack(
  { source, deployment, stateFolder }: GatewayOptions,
  failure: LoadFailure,
  fault: unknown = new StartupError(failure.message, failure),
): Promise<FirstTable> {
  if (source.kind === 'table') throw fault;
  const file = lastGoodFile(stateFolder, deployment);
  const compiled = await readLastGood(file, deployment).catch((error: unknown) => {
    throw refuseBoth(failure, error);
  });
  if (!compiled) throw fault;
  return { compiled, failure };
}

/** Neither the sources nor the last good table can be used. */
export function refuseBoth(failure: LoadFailure, error: unknown): StartupError {
  if (!(error instanceof LastGoodError)) throw error;
  const message = `${failure.message} ${error.message}`;
  return new StartupError(message, { ...failure, message });
}
