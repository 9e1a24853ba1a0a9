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

/** The file by which the next export knows what the program of this one refers to. */
export function noteReferenced(referenced: Referenced): DiscoveryFile {
  return { path, content: `${JSON.stringify(referenced)}\n` };
}

/**
 * What the program of the export before refers to, which Envoy still has while it takes over the new one; a file that is
 * damaged is reported. `out` is the folder as its user wrote it. Rejects with a CommandError if the file cannot be read.
 */
export async function readEarlier(out: string, { cwd, stderr }: Io): Promise<readonly Referenced[]> {
  const file = join(out, path);
  const text = await readFileIfPresent(resolve(cwd, file)).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${explainSystemError(error)}.`);
  });
  if (text === undefined) return [];
  const referenced = parseReferenced(text);
  if (referenced) return [referenced];
  stderr.write(
    `${stderr.paint(['yellow', 'bold'], 'warning:')} ${file} is not what an export writes, so calls can fail while Envoy takes over this export.\n`,
  );
  return [];
}

function parseReferenced(text: string): Referenced | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isReferenced(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const fields = ['routes', 'clusters', 'secrets', 'extensionConfigs'] as const satisfies (keyof Referenced)[];

function isReferenced(value: unknown): value is Referenced {
  return (
    isJsonObject(value) &&
    fields.every((field) => {
      const resources = value[field];
      return Array.isArray(resources) && resources.every(isResource);
    })
  );
}

function isResource(value: unknown): boolean {
  return isJsonObject(value) && typeof value['@type'] === 'string' && typeof value['name'] === 'string';
}
