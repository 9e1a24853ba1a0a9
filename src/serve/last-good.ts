import { join } from 'node:path';
import type { Compiled } from '../compiled/compiled.ts';
import { writeTable } from '../compiled/table.ts';
import { writeFileAtomically } from '../platform/write-file-atomically.ts';

/** The file that keeps the last good table of a deployment. */
export function lastGoodFile(stateFolder: string, deployment: string): string {
  return join(stateFolder, `last-good.${encodeURIComponent(deployment)}.json`);
}

/** Keeps a table for a start at which the sources are broken. Rejects with the system's error. */
export function keepLastGood(file: string, compiled: Compiled): Promise<void> {
  return writeFileAtomically(file, writeTable(compiled), 0o600);
}
