import { canonicalJson } from './canonical-json.ts';
import type { CompiledApi } from './compiled-api.ts';
import { digestOf, type Digest } from './digest.ts';
import type { Manifest } from './manifest.ts';

/** A manifest, and one content-addressed part for each version of each API, in any form. */
export interface TableOf<Part> {
  readonly manifest: Manifest;
  readonly apis: ReadonlyMap<Digest, Part>;
  /** The digest of the manifest, which covers the parts through their digests. */
  readonly digest: Digest;
}

/** A route table. */
export type Compiled = TableOf<CompiledApi>;

/**
 * Joins a manifest and its parts, and computes the digest. `textOf` may return the text of an entry that has been
 * serialised before.
 */
export function sealCompiled(
  manifest: Manifest,
  apis: ReadonlyMap<Digest, CompiledApi>,
  textOf?: (entry: object) => string | undefined,
): Compiled {
  return { manifest, apis, digest: digestOf(canonicalJson(manifest, textOf)) };
}

/** A route table whose parts are the exact texts that were digested: compact to store, and fast to send. */
export type PackedTable = TableOf<string>;

/** Packs a route table. `textOf` may return the text of a part that has been serialised before. */
export function packTable(
  { manifest, apis, digest }: Compiled,
  textOf?: (part: CompiledApi) => string | undefined,
): PackedTable {
  const texts = [...apis].map(([key, part]) => [key, textOf?.(part) ?? canonicalJson(part)] as const);
  return { manifest, apis: new Map(texts), digest };
}

/** Restores a packed route table. */
export function unpackTable({ manifest, apis, digest }: PackedTable): Compiled {
  const parts = [...apis].map(([key, text]) => [key, unpackPart(text)] as const);
  return { manifest, apis: new Map(parts), digest };
}

/** Parses the text of a part. */
export function unpackPart(text: string): CompiledApi {
  return JSON.parse(text) as CompiledApi;
}
