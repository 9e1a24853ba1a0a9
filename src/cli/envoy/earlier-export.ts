import { join, resolve } from 'node:path';
import { isJsonObject, type Json } from '../../compiled/json.ts';
import type { DiscoveryFile } from '../../export/envoy/discovery-files.ts';
import type { Referenced } from '../../export/envoy/keep-referenced.ts';
import { explainSystemError } from '../../platform/explain-system-error.ts';
import { readFileIfPresent } from '../../platform/files/read-file-if-present.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** Not read by Envoy. */
const path = 'referenced.json';

/** How long after its replacement Envoy may still have the program of an export, if it is busy, in milliseconds. */
const takeoverMs = 60_000;

/** How many earlier exports are kept at most. */
const maxKept = 10;

/** What the program of an earlier export refers to, and when another one replaced it, in milliseconds since 1970-01-01T00:00:00Z. */
export interface EarlierExport extends Referenced {
  readonly replacedAt: number;
}

/** An export, whose successor writes when it was replaced. */
type NotedExport = Referenced & Partial<EarlierExport>;

/** The file by which the next export knows what the programs of this one, and of the ones before, refer to. */
export function noteReferenced(referenced: Referenced, earlier: readonly EarlierExport[]): DiscoveryFile {
  const noted: readonly NotedExport[] = [referenced, ...earlier];
  return { path, content: `${JSON.stringify(noted)}\n` };
}

/**
 * What the program of the export before refers to, which Envoy still has while it takes over the new one, and those of
 * exports that were replaced shortly before; a file that is damaged is reported. `out` is the folder as its user wrote it,
 * and `now` is in milliseconds since 1970-01-01T00:00:00Z. Rejects with a CommandError if the file cannot be read.
 */
export async function readEarlier(
  out: string,
  { cwd, stderr }: Io,
  now: number,
): Promise<readonly EarlierExport[]> {
  const file = join(out, path);
  const text = await readFileIfPresent(resolve(cwd, file)).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${explainSystemError(error)}.`);
  });
  if (text === undefined) return [];
  const noted = parseNoted(text);
  if (noted)
    return noted
      .map((earlier) => ({ ...earlier, replacedAt: earlier.replacedAt ?? now }))
      .filter(({ replacedAt }) => now - replacedAt < takeoverMs)
      .slice(0, maxKept);
  stderr.write(
    `${stderr.paint(['yellow', 'bold'], 'warning:')} ${file} is not what an export writes, so calls can fail while Envoy takes over this export.\n`,
  );
  return [];
}

function parseNoted(text: string): readonly NotedExport[] | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) && value.length > 0 && value.every(isNoted) ? value : undefined;
  } catch {
    return undefined;
  }
}

const fields = ['routes', 'clusters', 'secrets', 'extensionConfigs'] as const satisfies (keyof Referenced)[];

function isNoted(value: unknown): value is NotedExport {
  if (!isJsonObject(value)) return false;
  const { replacedAt = 0 } = value;
  return (
    typeof replacedAt === 'number' &&
    fields.every((field) => {
      const resources = value[field];
      return Array.isArray(resources) && resources.every(isResource);
    })
  );
}

function isResource(value: unknown): boolean {
  return isJsonObject(value) && typeof value['@type'] === 'string' && typeof value['name'] === 'string';
}
