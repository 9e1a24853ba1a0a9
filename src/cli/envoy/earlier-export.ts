import { resolve } from 'node:path';
import type { DiscoveryFile } from '../../export/envoy/discovery-files.ts';
import type { Referenced } from '../../export/envoy/keep-referenced.ts';
import { readFileIfPresent } from '../../platform/files/read-file-if-present.ts';

/** Not read by Envoy. */
const path = 'referenced.json';

/** The file by which the next export knows what the program of this one refers to. */
export function noteReferenced(referenced: Referenced): DiscoveryFile {
  return { path, content: `${JSON.stringify(referenced)}\n` };
}

/** What the program of the export before refers to, which Envoy still has while it takes over the new one. */
export async function readEarlier(folder: string): Promise<readonly Referenced[]> {
  const text = await readFileIfPresent(resolve(folder, path)).catch(() => undefined);
  if (text === undefined) return [];
  try {
    // An export has written it; if it was cut off, nothing is kept.
    return [JSON.parse(text) as Referenced];
  } catch {
    return [];
  }
}
