import { dirname, resolve, join } from 'node:path';
import type { Digest } from '#compiled/digest.ts';
import { discoveryBootstrap, discoveryFiles, type DiscoveryFile } from '#export/envoy/discovery-files.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { keepReferenced, referencedIn, type Referenced } from '#export/envoy/keep-referenced.ts';
import { makeFolders } from '#platform/files/make-folders.ts';
import { writeFilesAtomically } from '#platform/files/write-file-atomically.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { stat } from 'node:fs/promises';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { CommandError } from '../command-error.ts';
import { type AcceptedVersions, waitForEnvoy } from './running-envoy.ts';

/** Not read by Envoy. */
const referencedFile = 'referenced.json';

/** How long after its replacement Envoy may still have the program of an export, if it is busy, in milliseconds. */
const takeoverMs = 60_000;

/** The maximum number of earlier exports whose versions are stored. */
const maxVersions = 10;

/** What the program of an earlier export refers to, and when another one replaced it, in milliseconds since 1970-01-01T00:00:00Z. */
interface EarlierExport extends NotedExport {
  readonly replacedAt: number;
}

/** An export, whose successor writes when it was replaced. */
interface NotedExport extends Referenced {
  /** Of its table; absent if an earlier version wrote it. */
  readonly digest?: string;
  readonly replacedAt?: number;
}

const fields = ['routes', 'clusters', 'secrets', 'extensionConfigs'] as const satisfies (keyof Referenced)[];

/** The resources of a table, and where Envoy reads them. */
interface WrittenExport {
  readonly resources: EnvoyResources;
  readonly digest: Digest;
  /** As its user wrote it. */
  readonly out: string;
  /** Of the admin interface of Envoy on this machine; 0 if Envoy chooses it. */
  readonly adminPort: number;
}

/**
 * Writes what Envoy loads, with what the exports before refer to as far as Envoy may have it. Rejects with a CommandError.
 */
export async function writeExport(
  { resources, digest, out, adminPort }: WrittenExport,
  io: Io,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  const earlier = await readEarlier(out, adminPort, io);
  const bootstrap = discoveryBootstrap({ folder, adminPort });
  const files = [
    ...discoveryFiles(keepReferenced(resources, earlier), digest),
    noteReferenced(digest, referencedIn(resources), earlier),
    { path: 'bootstrap.json', content: `${JSON.stringify(bootstrap, undefined, 2)}\n` },
  ].map(({ path, content }) => ({ file: resolve(folder, path), content }));
  await explainDiskError(out, writeFiles(files));
}

async function writeFiles(
  files: readonly { readonly file: string; readonly content: string }[],
): Promise<void> {
  for (const folder of new Set(files.map(({ file }) => dirname(file)))) await makeFolders(folder);
  await writeFilesAtomically(files);
}

/** The file by which the next export knows what the programs of this one, and of the ones before, refer to. */
function noteReferenced(
  digest: Digest,
  referenced: Referenced,
  earlier: readonly EarlierExport[],
): DiscoveryFile {
  const noted: readonly NotedExport[] = [{ digest, ...referenced }, ...earlier];
  return { path: referencedFile, content: `${JSON.stringify(noted)}\n` };
}

/**
 * What the program of the export before refers to, which Envoy still has while it takes over the new one, and those of
 * exports that were replaced shortly before; a file that is damaged is reported. An export that the Envoy on this machine has refused is left out,
 * since it would also refuse the new one with it. `out` is the folder as its user wrote it. Rejects with a CommandError if the file
 * cannot be read.
 */
async function readEarlier(
  out: string,
  adminPort: number,
  { cwd, stderr }: Io,
): Promise<readonly EarlierExport[]> {
  const file = join(out, referencedFile);
  const text = await readFileIfPresent(resolve(cwd, file)).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${explainSystemError(error)}.`);
  });
  if (text === undefined) return [];
  const noted = parseNoted(text);
  if (noted) {
    const { mtimeMs: writtenAt } = await stat(resolve(cwd, file));
    const [{ digest = '' } = {}] = noted;
    const accepted = await waitForEnvoy(adminPort, { digest, writtenAt });
    const now = Date.now();
    return keepRecent(accepted ? withoutRefused(noted, accepted, now) : noted, now);
  }
  stderr.write(
    `${stderr.paint(['yellow', 'bold'], 'warning:')} ${file} is not what an export writes, so calls can fail while Envoy takes over this export.\n`,
  );
  return [];
}

function keepRecent(noted: readonly NotedExport[], now: number): readonly EarlierExport[] {
  return noted
    .map((earlier) => ({ ...earlier, replacedAt: earlier.replacedAt ?? now }))
    .filter(({ replacedAt }) => now - replacedAt < takeoverMs)
    .slice(0, maxVersions);
}

/**
 * Leaves out exports after the last one that an Envoy has accepted, which it then still has. One that has accepted nothing
 * has none; one that has something else is not the Envoy of these exports.
 */
function withoutRefused(
  noted: readonly NotedExport[],
  { routes, limits }: AcceptedVersions,
  now: number,
): readonly NotedExport[] {
  const places = [routes, limits].map((version) => noted.findIndex(({ digest }) => digest === version));
  if (places.every((place, index) => place < 0 && [routes, limits][index] !== '')) return noted;
  if ([routes, limits].includes('')) return [];
  const last = Math.max(...places);
  const [accepted, ...before] = noted.slice(last);
  if (last <= 0 || !accepted) return noted;
  return [{ ...accepted, replacedAt: now }, ...before];
}

function parseNoted(text: string): readonly NotedExport[] | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) && value.length > 0 && value.every(isNoted) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNoted(value: unknown): value is NotedExport {
  if (!isJsonObject(value)) return false;
  const { replacedAt = 0, digest = '' } = value;
  return (
    typeof replacedAt === 'number' &&
    typeof digest === 'string' &&
    fields.every((field) => {
      const resources = value[field];
      return Array.isArray(resources) && resources.every(isResource);
    })
  );
}

function isResource(value: unknown): boolean {
  return isJsonObject(value) && typeof value['@type'] === 'string' && typeof value['name'] === 'string';
}
