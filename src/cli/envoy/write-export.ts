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

/** The resources that recent exports refer to, for the next export. Envoy does not read this file. */
const referencedFile = 'referenced.json';

/** How long a busy Envoy may still run the program of a replaced export, in milliseconds. */
const takeoverMs = 60_000;

/** The maximum number of earlier exports whose versions are stored. */
const maxVersions = 10;

/**
 * The resources that the program of an earlier export refers to, and when the next export replaced it, in milliseconds
 * since 1970-01-01T00:00:00Z.
 */
interface EarlierExport extends NotedExport {
  readonly replacedAt: number;
}

/** A recorded export. The next export adds `replacedAt`. */
interface NotedExport extends Referenced {
  /** The digest of its table; absent if an earlier version of this program wrote the record. */
  readonly digest?: string;
  readonly replacedAt?: number;
}

const fields = ['routes', 'clusters', 'secrets', 'extensionConfigs'] as const satisfies (keyof Referenced)[];

/** The resources of a table, and where Envoy reads them. */
interface WrittenExport {
  readonly resources: EnvoyResources;
  readonly digest: Digest;
  /** The folder as the user wrote it. */
  readonly out: string;
  /** The port of Envoy's admin interface on this machine; 0 if Envoy chooses it. */
  readonly adminPort: number;
}

/**
 * Writes the files that Envoy loads, including resources of earlier exports that Envoy may still use. Rejects with a
 * CommandError if a file cannot be read or written.
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

/**
 * The file from which the next export reads the resources that the programs of this export and of earlier ones refer
 * to.
 */
function noteReferenced(
  digest: Digest,
  referenced: Referenced,
  earlier: readonly EarlierExport[],
): DiscoveryFile {
  const noted: readonly NotedExport[] = [{ digest, ...referenced }, ...earlier];
  return { path: referencedFile, content: `${JSON.stringify(noted)}\n` };
}

/**
 * The earlier exports that Envoy may still run: the previous one, until Envoy has loaded the new one, and those
 * replaced within the last minute. Exports that the Envoy on this machine has refused are omitted, since their
 * resources would make it refuse the new export too. A damaged file is reported. `out` is the folder as the user wrote
 * it. Rejects with a CommandError if the file cannot be read.
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
 * Omits the exports after the last accepted export, which the Envoy still runs. Omits all if the Envoy has accepted
 * none. Omits none if the Envoy runs something else, since it then does not load these exports.
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
