import { join } from 'node:path';
import type { Compiled } from '../compiled/compiled.ts';
import { readTable, TableError, writeTable } from '../compiled/table.ts';
import { explainSystemError } from '../platform/explain-system-error.ts';
import { readFileIfPresent } from '../platform/read-file-if-present.ts';
import { writeFileAtomically } from '../platform/write-file-atomically.ts';
import { messageOf } from './message-of.ts';

/** A last good table that cannot be used; the message names its file. */
export class LastGoodError extends Error {
  override readonly name = 'LastGoodError';

  constructor(file: string, error: unknown) {
    super(`The last good table ${file} cannot be used: ${explain(error)}`);
  }
}

/** The file that keeps the last good table of a deployment. */
export function lastGoodFile(stateFolder: string, deployment: string): string {
  return join(stateFolder, `last-good.${encodeURIComponent(deployment)}.json`);
}

/** Keeps a table for a start at which the sources are broken. Rejects with the system's error. */
export function keepLastGood(file: string, compiled: Compiled): Promise<void> {
  return writeFileAtomically(file, writeTable(compiled), 0o600);
}

/** The table that is kept; undefined where there is none. Rejects with a LastGoodError. */
export async function readLastGood(file: string, deployment: string): Promise<Compiled | undefined> {
  try {
    const text = await readFileIfPresent(file);
    const compiled = text === undefined ? undefined : readTable(text);
    const compiledFor = compiled?.manifest.deployment ?? deployment;
    if (compiledFor !== deployment)
      throw new TableError(`It was compiled for the deployment ${compiledFor}.`);
    return compiled;
  } catch (error) {
    throw new LastGoodError(file, error);
  }
}

function explain(error: unknown): string {
  const isOfSystem = error instanceof Error && 'code' in error;
  return isOfSystem ? `${explainSystemError(error)}.` : messageOf(error);
}
