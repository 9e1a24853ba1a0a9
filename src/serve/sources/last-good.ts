import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedTable } from '../../compiled/packed-table.ts';
import { readPackedTable, TableError } from '../../compiled/table.ts';
import { tableLines } from '../../compiled/table-lines.ts';
import { explainSystemError } from '../../platform/explain-system-error.ts';
import { readBytesIfPresent } from '../../platform/files/read-file-if-present.ts';
import {
  readSignedAt,
  TableSignatureError,
  type TableSignature,
} from '../../platform/keys/table-signature.ts';
import { writeFileAtomically } from '../../platform/files/write-file-atomically.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { messageOf } from '../message-of.ts';
import type { TableVerifier } from './table-verifier.ts';

/** A last good table that cannot be used; the message names its file. */
export class LastGoodError extends Error {
  override readonly name = 'LastGoodError';

  constructor(file: string, error: unknown) {
    super(`The last good table ${file} cannot be used: ${explain(error)}`);
  }
}

/** A table that was served, and the signature by which it was known, where it had to be. */
export interface GoodTable {
  readonly table: PackedTable;
  readonly signature?: TableSignature;
}

/**
 * The file that keeps the last good table of a deployment. Where tables are verified it is one of its own, whose first
 * line is the signature, so that nothing is taken from it that was served without.
 */
export function lastGoodFile({ stateFolder, deployment, source }: LastGoodOptions): string {
  const isVerified = 'verification' in source && source.verification !== undefined;
  return join(stateFolder, `last-good.${encodeURIComponent(deployment)}.${isVerified ? 'signed' : 'json'}`);
}

type LastGoodOptions = Pick<GatewayOptions, 'stateFolder' | 'deployment' | 'source'>;

/** Keeps a table for a start at which the sources are broken. Rejects with the system's error. */
export function keepLastGood(file: string, good: GoodTable): Promise<void> {
  return writeFileAtomically(file, inPieces(linesOf(good)), 0o600);
}

function* linesOf({ table, signature }: GoodTable): Generator<string> {
  if (signature) yield `${signature.jws.trimEnd()}\n`;
  yield* tableLines(table);
}

/** In bytes. */
const longestSignature = 8192;

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

/** The table that is kept, known by its signature; undefined where there is none. Rejects with a LastGoodError. */
export async function readLastGood(
  file: string,
  deployment: string,
  verifier?: TableVerifier,
): Promise<GoodTable | undefined> {
  try {
    const bytes = await readBytesIfPresent(file);
    if (!bytes) return undefined;
    const good = verifier ? await readSigned(bytes, verifier) : { table: readPackedTable(bytes) };
    const compiledFor = good.table.manifest.deployment;
    if (compiledFor !== deployment)
      throw new TableError(`It was compiled for the deployment ${compiledFor}.`);
    return good;
  } catch (error) {
    throw new LastGoodError(file, error);
  }
}

async function readSigned(bytes: Buffer, verifier: TableVerifier): Promise<GoodTable> {
  const end = bytes.indexOf('\n') + 1;
  const table = bytes.subarray(end);
  const signature = await verifier.verifyKept(table, bytes.toString('latin1', 0, end));
  return { table: readPackedTable(table), signature };
}

/** When the table that is kept was signed, in seconds since 1970; undefined where none is kept that was. */
export async function readLastSignedAt(file: string): Promise<number | undefined> {
  const start = await readStart(file).catch(() => undefined);
  return start === undefined ? undefined : readSignedAt(start);
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(longestSignature) });
  return buffer.toString('latin1', 0, bytesRead).split('\n')[0] ?? '';
}

function explain(error: unknown): string {
  if (error instanceof TableSignatureError) return `${error.message}.`;
  const isOfSystem = error instanceof Error && 'code' in error;
  return isOfSystem ? `${explainSystemError(error)}.` : messageOf(error);
}
