import { type Compiled, packTable, unpackTable, type PackedTable } from './compiled.ts';
import type { Digest } from './digest.ts';
import { findViolations, findStructuralViolations } from './invariants.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { isManifest, tableFormat, type Manifest } from './manifest.ts';
import { readTableLines, tableLines } from './table-lines.ts';

/** The file is not a route table that this version can run; the message is one sentence for its user. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/**
 * A route table as the text of a file. The text is canonical, so that equal tables are equal bytes, and has each API on
 * one line.
 */
export function writeTable(compiled: Compiled): string {
  return [...tableLines(packTable(compiled))].join('');
}

/** Reads a route table and checks its format and every digest. Throws a TableError. */
export function readTable(text: string | Uint8Array): Compiled {
  return unpackTable(readPackedTable(text));
}

/** Does the same as `readTable`, but does not parse the parts. */
export function readPackedTable(text: string | Uint8Array): PackedTable {
  const lines = readTableLines(text);
  if (!lines) return packTable(readAnyTable(typeof text === 'string' ? text : decode(text)));
  refuseOtherFormat(lines.format);
  const table = { manifest: readManifest(lines.manifest), apis: lines.apis, digest: lines.digest };
  refuseViolation(findStructuralViolations(table));
  return table;
}

/**
 * Reads a table that `tableLines` did not write: either a valid table in another layout, or one whose errors are
 * reported.
 */
function readAnyTable(text: string): Compiled {
  const table = parseTable(text);
  const compiled = {
    manifest: readManifest(table['manifest']),
    apis: new Map(Object.entries(table['apis'] as JsonObject)) as ReadonlyMap<
      string,
      unknown
    > as Compiled['apis'],
    digest: table['digest'] as Digest,
  };
  refuseViolation(findViolations(compiled));
  return compiled;
}

function refuseViolation([violation]: readonly string[]): void {
  if (violation !== undefined) throw new TableError(`The route table was changed or cut short: ${violation}`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

function readManifest(value: unknown): Manifest {
  if (!isManifest(value))
    throw new TableError('The manifest of the route table is incomplete; compile it again.');
  refuseOtherFormat(value.format);
  return value;
}

function refuseOtherFormat(format: unknown): void {
  if (format === tableFormat) return;
  throw new TableError(
    `The route table has format ${JSON.stringify(format)}, but this version of gatewright supports format ${tableFormat}; ` +
      'run it with the version that compiled it, or compile it again with this one.',
  );
}

function parseTable(text: string): JsonObject {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    throw new TableError(
      'The file is not JSON, so it is not a route table; create one with `gatewright compile --out`.',
    );
  }
  if (!isJsonObject(table) || !('format' in table)) {
    throw new TableError(
      'The file has no `format`, so it is not a route table; create one with `gatewright compile --out`.',
    );
  }
  refuseOtherFormat(table['format']);
  if (!isJsonObject(table['manifest']) || !isJsonObject(table['apis'])) {
    throw new TableError('The route table has no manifest or no parts; compile it again.');
  }
  return table;
}
