import { join } from 'node:path';
import type { PackedTable } from '../compiled/packed-table.ts';
import { readPackedTable, TableError } from '../compiled/table.ts';
import { tableLines } from '../compiled/table-lines.ts';
import { explainSystemError } from '../platform/explain-system-error.ts';
import { readBytesIfPresent } from '../platform/read-file-if-present.ts';
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
export function keepLastGood(file: string, table: PackedTable): Promise<void> {
  return writeFileAtomically(file, inPieces(tableLines(table)), 0o600);
}

/** In characters: small enough for other work between two of them, and large enough to be quick. */
const pieceLength = 256 * 1024;

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The table that is kept; undefined where there is none. Rejects with a LastGoodError. */
export async function readLastGood(file: string, deployment: string): Promise<PackedTable | undefined> {
  try {
    const bytes = await readBytesIfPresent(file);
    const table = bytes && readPackedTable(bytes);
    const compiledFor = table?.manifest.deployment ?? deployment;
    if (compiledFor !== deployment)
      throw new TableError(`It was compiled for the deployment ${compiledFor}.`);
    return table;
  } catch (error) {
    throw new LastGoodError(file, error);
  }
}

function explain(error: unknown): string {
  const isOfSystem = error instanceof Error && 'code' in error;
  return isOfSystem ? `${explainSystemError(error)}.` : messageOf(error);
}
