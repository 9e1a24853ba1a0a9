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
