import { canonicalJson } from './canonical-json.ts';
import type { CompiledApi } from './compiled-api.ts';
import { sealCompiled, type Compiled } from './compiled.ts';
import { digestOf, type Digest } from './digest.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { tableFormat, type Manifest } from './manifest.ts';

/** A file that is not a route table which this version can run; the message is one sentence for its user. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** A route table as one file: canonical JSON, so equal tables are equal bytes. */
export function writeTable(compiled: Compiled): string {
  const { manifest, digest } = compiled;
  return canonicalJson({ format: tableFormat, digest, manifest, apis: Object.fromEntries(compiled.apis) }) + '\n';
}

/** Reads a route table and checks its format and every digest. Throws a TableError. */
export function readTable(text: string): Compiled {
  const table = parseTable(text);
  const manifest = table['manifest'] as unknown as Manifest;
  const compiled = sealCompiled(manifest, readParts(table));
  if (compiled.digest !== table['digest']) {
    throw new TableError(`The route table's manifest does not match its digest ${String(table['digest'])}.`);
  }
  for (const { name, version, part } of manifest.apis) {
    if (!compiled.apis.has(part)) throw new TableError(`The route table lacks its part for ${name}/${version}.`);
  }
  return compiled;
}

function parseTable(text: string): JsonObject {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    throw new TableError('The file is not JSON, so it is no route table; make one with `gatewright compile --out`.');
  }
  if (!isJsonObject(table) || !('format' in table)) {
    throw new TableError('The file has no `format`, so it is no route table; make one with `gatewright compile --out`.');
  }
  if (table['format'] !== tableFormat) {
    throw new TableError(
      `The route table has format ${JSON.stringify(table['format'])}, and this version of gatewright runs format ${tableFormat}; ` +
        'run it with the version that compiled it, or compile it again with this one.',
    );
  }
  if (!isJsonObject(table['manifest']) || !isJsonObject(table['apis'])) {
    throw new TableError('The route table has no manifest or no parts; compile it again.');
  }
  return table;
}

function readParts(table: JsonObject): ReadonlyMap<Digest, CompiledApi> {
  const parts = new Map<Digest, CompiledApi>();
  for (const [digest, part] of Object.entries(table['apis'] as JsonObject)) {
    if (digestOf(canonicalJson(part)) !== digest) {
      throw new TableError(`The route table's part ${digest} does not match its digest; compile it again.`);
    }
    parts.set(digest as Digest, part as unknown as CompiledApi);
  }
  return parts;
}
