import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedTable } from '#compiled/compiled.ts';
import { tableLines } from '#compiled/table-lines.ts';
import { readPackedTable, TableError } from '#compiled/table.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readBytesIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { readSignedAt, type TableSignature, TableSignatureError } from '#platform/keys/table-signature.ts';
import { digestOf } from '#compiled/digest.ts';
import type { GatewayOptions, GatewaySource } from '../../served/gateway-options.ts';
import { messageOf } from '../../served/startup-error.ts';
import type { TableVerifier } from '../table-verifier.ts';

/** The last good table cannot be used. The message names its file. */
export class LastGoodError extends Error {
  override readonly name = 'LastGoodError';

  constructor(file: string, error: unknown) {
    super(`The last good table ${file} cannot be used: ${explainTableError(error)}`);
  }
}

/** A table that was served, and its verified signature if signatures are required. */
export interface GoodTable {
  readonly table: PackedTable;
  readonly signature?: TableSignature;
}

/**
 * The path of the last good table for one deployment of one source, so that no gateway starts with the table of
 * another. Verified tables have a separate file, whose first line is the signature, so that a table that was served
 * without verification is never used.
 */
export function lastGoodFile({ stateFolder, deployment, source }: LastGoodOptions): string {
  const isVerified = 'verification' in source && source.verification !== undefined;
  const name = `${encodeURIComponent(deployment)}.${identifySource(source)}`;
  return join(stateFolder, `last-good.${name}.${isVerified ? 'signed' : 'json'}`);
}

/** The path of the saved sources of that table. Compiled tables have no saved sources. */
export function goodSourcesFile({ stateFolder, deployment, source }: LastGoodOptions): string {
  return join(stateFolder, `good-sources.${encodeURIComponent(deployment)}.${identifySource(source)}.jsonl`);
}

/**
 * Identifies a source across starts. Credentials are declared separately from the address, and do not change the
 * result.
 */
function identifySource(source: GatewaySource): string {
  return digestOf(JSON.stringify(placeOf(source))).slice('sha256:'.length, 'sha256:'.length + 12);
}

function placeOf(source: GatewaySource): readonly string[] {
  switch (source.kind) {
    case 'folder':
      return [source.kind, source.root, source.configFile];
    case 'table':
      return [source.kind, source.file];
    case 'fetched-table':
      return [source.kind, source.address.table];
    case 'git':
      return [source.kind, source.remote.url, source.remote.branch, source.configFile];
  }
}

type LastGoodOptions = Pick<GatewayOptions, 'stateFolder' | 'deployment' | 'source'>;

/** Writes a table with its signature. Rejects with the system's error. */
export function writeGoodTable(file: string, good: GoodTable): Promise<void> {
  return writeFileAtomically(file, inPieces(linesOf(good)), 0o600);
}

function* linesOf({ table, signature }: GoodTable): Generator<string> {
  if (signature) yield `${signature.jws.trimEnd()}\n`;
  yield* tableLines(table);
}

/** In bytes. */
const maxSignatureLength = 8192;

/**
 * The size of a piece in characters: small enough to let other work run between two pieces, and large enough to be
 * fast.
 */
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

/**
 * Reads the last good table, and verifies its signature if there is a verifier; undefined if there is none. Rejects
 * with a LastGoodError.
 */
export async function readLastGood(
  file: string,
  deployment: string,
  verifier?: TableVerifier,
): Promise<GoodTable | undefined> {
  try {
    return await readGoodTable(file, deployment, verifier);
  } catch (error) {
    throw new LastGoodError(file, error);
  }
}

/** Reads a saved table, and verifies its signature if there is a verifier; undefined if the file does not exist. */
export async function readGoodTable(
  file: string,
  deployment: string,
  verifier?: TableVerifier,
): Promise<GoodTable | undefined> {
  const bytes = await readBytesIfPresent(file);
  if (!bytes) return undefined;
  const good = verifier ? await readSigned(bytes, verifier) : { table: readPackedTable(bytes) };
  const compiledFor = good.table.manifest.deployment;
  if (compiledFor !== deployment) throw new TableError(`It was compiled for the deployment ${compiledFor}.`);
  return good;
}

async function readSigned(bytes: Buffer, verifier: TableVerifier): Promise<GoodTable> {
  const end = bytes.indexOf('\n') + 1;
  const table = bytes.subarray(end);
  const signature = await verifier.verifySignature(table, bytes.toString('latin1', 0, end));
  return { table: readPackedTable(table), signature };
}

/** When the saved table was signed, in seconds since 1970; undefined if there is no signed table. */
export async function readLastSignedAt(file: string): Promise<number | undefined> {
  const start = await readStart(file).catch(() => undefined);
  return start === undefined ? undefined : readSignedAt(start);
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxSignatureLength) });
  return buffer.toString('latin1', 0, bytesRead).split('\n')[0] ?? '';
}

/** Explains in a sentence why a table cannot be read or written. */
export function explainTableError(error: unknown): string {
  if (error instanceof TableSignatureError) return `${error.message}.`;
  const isOfSystem = error instanceof Error && 'code' in error;
  return isOfSystem ? `${explainSystemError(error)}.` : messageOf(error);
}
