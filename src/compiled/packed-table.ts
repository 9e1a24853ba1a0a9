import { canonicalJson } from './canonical-json.ts';
import type { CompiledApi } from './compiled-api.ts';
import type { Compiled, TableOf } from './compiled.ts';

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
