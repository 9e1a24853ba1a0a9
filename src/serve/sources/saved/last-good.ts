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

/** A last good table that cannot be used; the message names its file. */
export class LastGoodError extends Error {
  override readonly name = 'LastGoodError';

  constructor(file: string, error: unknown) {
    super(`The last good table ${file} cannot be used: ${explainTableError(error)}`);
  }
}

/** A table that was served, and the signature that it was verified by, if required. */
export interface GoodTable {
  readonly table: PackedTable;
  readonly signature?: TableSignature;
}

/**
 * The file that keeps the last good table of a deployment of one source, so that no gateway starts with what another one
 * has served. If tables are verified it is a separate file, whose first line is the signature, so that nothing is taken
 * from it that was served without.
 */
export function lastGoodFile({ stateFolder, deployment, source }: LastGoodOptions): string {
  const isVerified = 'verification' in source && source.verification !== undefined;
  const name = `${encodeURIComponent(deployment)}.${identifySource(source)}`;
  return join(stateFolder, `last-good.${name}.${isVerified ? 'signed' : 'json'}`);
}

/** The file that keeps the sources of that table; those of a table are not kept. */
export function goodSourcesFile({ stateFolder, deployment, source }: LastGoodOptions): string {
  return join(stateFolder, `good-sources.${encodeURIComponent(deployment)}.${identifySource(source)}.jsonl`);
}

/** The same for each start from one source, whatever credentials are declared beside its address, which it does not contain. */
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

/** The kept table, verified by its signature; undefined if there is none. Rejects with a LastGoodError. */
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

/** A table that was written, verified by its signature; undefined if there is none. */
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

/** When the table that is kept was signed, in seconds since 1970; undefined if none is kept that was. */
export async function readLastSignedAt(file: string): Promise<number | undefined> {
  const start = await readStart(file).catch(() => undefined);
  return start === undefined ? undefined : readSignedAt(start);
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxSignatureLength) });
  return buffer.toString('latin1', 0, bytesRead).split('\n')[0] ?? '';
}

/** Why a table cannot be read or written, as a sentence. */
export function explainTableError(error: unknown): string {
  if (error instanceof TableSignatureError) return `${error.message}.`;
  const isOfSystem = error instanceof Error && 'code' in error;
  return isOfSystem ? `${explainSystemError(error)}.` : messageOf(error);
}
