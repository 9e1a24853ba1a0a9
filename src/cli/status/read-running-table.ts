import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf, isDigest, type Digest } from '#compiled/digest.ts';
import { findStructuralViolations } from '#compiled/invariants.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { isManifest, tableFormat, type Manifest } from '#compiled/manifest.ts';
import { pagesAtOnce, type AdminClient } from './admin-client.ts';
import { fetchPage } from './ask-gateway.ts';
import { parseJsonObject } from './running-gateway.ts';

/**
 * The table of a running gateway without the digests of its secrets; or `changed` if it was replaced meanwhile, or in a
 * sentence why it cannot be had.
 */
export type RunningTable = { readonly table: Compiled } | 'changed' | { readonly reason: string };

type Parts = ReadonlyMap<Digest, CompiledApi>;

/** Reads the table with a digest; known parts are not requested. */
export async function readRunningTable(
  client: AdminClient,
  expected: Digest,
  known: Parts,
): Promise<RunningTable> {
  const { status, body } = await fetchPage(client, 'table');
  if (status !== 200) return { reason: whyHidden(status) };
  const { digest, manifest } = parseJsonObject(body) ?? {};
  if (!isDigest(digest) || !isSound(manifest)) return { reason: 'Its /table response is not a route table.' };
  if (digest !== expected) return 'changed';
  const wanted = new Set(manifest.apis.map(({ part }) => part));
  const apis = await readParts([...wanted], async (part) => known.get(part) ?? readPart(client, part));
  if (!apis) return 'changed';
  const table = { manifest, apis, digest };
  const [violation] = findStructuralViolations(table);
  return violation === undefined
    ? { table }
    : { reason: `Its /table response is not a route table: ${violation}` };
}

function whyHidden(status: number): string {
  if (status === 404) return 'The version of the gateway does not support showing its table.';
  if (status === 403)
    return 'The gateway shows its table only on its own machine; run the command there, or through a tunnel that ends there.';
  return `The gateway does not show its table: it returned ${status}.`;
}

function isSound(value: Json | undefined): value is Json & Manifest {
  if (!isManifest(value)) return false;
  return (value.format as number) === tableFormat && isJsonObject(value.gateway);
}

/** Undefined if one of them is no longer there. */
async function readParts(
  wanted: readonly Digest[],
  read: (part: Digest) => Promise<CompiledApi | undefined>,
): Promise<Parts | undefined> {
  const parts = new Map<Digest, CompiledApi>();
  const left = wanted.values();
  const readOneByOne = async (): Promise<void> => {
    for (const digest of left) {
      const part = await read(digest);
      if (part) parts.set(digest, part);
      else return;
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, readOneByOne));
  return parts.size === wanted.length ? parts : undefined;
}

async function readPart(client: AdminClient, digest: Digest): Promise<CompiledApi | undefined> {
  const { status, body } = await fetchPage(client, `table/parts/${digest}`);
  const part = status === 200 ? parseJsonObject(body) : undefined;
  const isWhole = part && digestOf(canonicalJson(part)) === digest;
  return isWhole ? (part as unknown as CompiledApi) : undefined;
}
