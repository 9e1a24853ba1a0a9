import { canonicalJson } from './canonical-json.ts';
import type { CompiledApi } from './compiled-api.ts';
import { digestOf, type Digest } from './digest.ts';
import type { Manifest } from './manifest.ts';

/** A route table: a manifest, and one content-addressed part for each version of each API. */
export interface Compiled {
  readonly manifest: Manifest;
  readonly apis: ReadonlyMap<Digest, CompiledApi>;
  /** The digest of the manifest, and so of everything. */
  readonly digest: Digest;
}

/** Joins a manifest and its parts, and computes the digest. */
export function sealCompiled(manifest: Manifest, apis: ReadonlyMap<Digest, CompiledApi>): Compiled {
  return { manifest, apis, digest: digestOf(canonicalJson(manifest)) };
}
