import type { RememberedDefinition } from '../workspace/definition-memory.ts';
import type { Loading } from './loading.ts';
import { loadFullYaml } from './syntax/yaml-package.ts';

/** What was found in the definition at a path before; undefined where one of its files is another now, or is gone. */
export async function recallDefinition(
  path: string,
  maxBytes: number,
  { sources, memory }: Loading,
): Promise<RememberedDefinition | undefined> {
  for (const [file, digest] of Object.entries(memory?.filesOf(path) ?? {})) {
    await sources.read(file, maxBytes);
    if (sources.digest(file) !== digest) return undefined;
    // It is not parsed now, and may have to be for the baseline, when there is no more waiting.
    if (!file.endsWith('.json')) await loadFullYaml();
  }
  return memory?.recall(path);
}
