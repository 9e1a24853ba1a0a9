import { canonicalJson } from './canonical-json.ts';
import type { CompiledApi } from './compiled-api.ts';
import { digestOf, type Digest } from './digest.ts';
import type { Manifest } from './manifest.ts';

/** A manifest, and one content-addressed part for each version of each API, in whatever form. */
export interface TableOf<Part> {
  readonly manifest: Manifest;
  readonly apis: ReadonlyMap<Digest, Part>;
  /** The digest of the manifest, and so of everything. */
  readonly digest: Digest;
}

/** A route table. */
export type Compiled = TableOf<CompiledApi>;

/**
 * Joins a manifest and its parts, and computes the digest; entries whose texts are known are not serialised again.
 */
export function sealCompiled(
  manifest: Manifest,
  apis: ReadonlyMap<Digest, CompiledApi>,
  textOf?: (entry: object) => string | undefined,
): Compiled {
  return { manifest, apis, digest: digestOf(canonicalJson(manifest, textOf)) };
}

/** A route table whose parts are the exact texts that were digested: small to store, and quick to pass on. */
export type PackedTable = TableOf<string>;

/** Packs a route table; parts whose texts are known are not serialised again. */
export function packTable(
  { manifest, apis, digest }: Compiled,
  textOf?: (part: CompiledApi) => string | undefined,
): PackedTable {
  const texts = [...apis].map(([key, part]) => [key, textOf?.(part) ?? canonicalJson(part)] as const);
  return { manifest, apis: new Map(texts), digest };
}

/** The route table that was packed. */
export function unpackTable({ manifest, apis, digest }: PackedTable): Compiled {
  const parts = [...apis].map(([key, text]) => [key, unpackPart(text)] as const);
  return { manifest, apis: new Map(parts), digest };
}

/** A part by its text. */
export function unpackPart(text: string): CompiledApi {
  return JSON.parse(text) as CompiledApi;
}
