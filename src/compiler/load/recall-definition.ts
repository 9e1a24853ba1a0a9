import { posix } from 'node:path';
import { digestOf } from '../../compiled/digest.ts';
import type { DefinitionMemory, RememberedDefinition } from '../workspace/definition-memory.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { Declared } from '../workspace/workspace.ts';
import type { SourceFiles } from './source-files.ts';
import { loadFullYaml } from './syntax/yaml-package.ts';

/** What was found in an API's definition before; undefined where one of its files is another now, or is gone. */
export async function recallDefinition(
  memory: DefinitionMemory,
  sources: SourceFiles,
  { value, place }: Declared<ApiDeclaration>,
  maxBytes: number,
): Promise<RememberedDefinition | undefined> {
  const path = posix.join(posix.dirname(place.file), value.definition);
  for (const [file, digest] of Object.entries(memory.filesOf(path) ?? {})) {
    const read = await sources.read(file, maxBytes);
    if ('failure' in read || digestOf(read.text) !== digest) return undefined;
    // It is not parsed now, and may have to be for the baseline, when there is no more waiting.
    if (!file.endsWith('.json')) await loadFullYaml();
  }
  return memory.recall(path);
}
