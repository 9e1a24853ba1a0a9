import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { placeOf } from '../../source/place.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import type { Declared, DeclaredApi } from '../workspace/workspace.ts';
import { loadDefinition, readDefinition, type LoadedDefinition } from './definition/load-definition.ts';
import { recallDefinition } from './recall-definition.ts';
import type { SourceFiles } from './source-files.ts';

export interface LoadOptions {
  /** Knows what was found in definitions before. */
  readonly memory?: DefinitionMemory | undefined;
  /** Is told how many of the APIs have been read. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** Reads the definition of each API, and tells which files they spread over. */
export async function loadDefinitions(
  sources: SourceFiles,
  declared: readonly Declared<ApiDeclaration>[],
  maxBytes: number,
  diagnostics: Diagnostic[],
  { memory, progress }: LoadOptions = {},
): Promise<{ readonly apis: readonly DeclaredApi[]; readonly files: ReadonlySet<string> }> {
  const apis: DeclaredApi[] = [];
  const files = new Set<string>();
  const known = new Map<string, LoadedDefinition>();
  for (const [index, api] of declared.entries()) {
    progress?.(index, declared.length);
    const remembered = memory && (await recallDefinition(memory, sources, api, maxBytes));
    if (remembered) {
      for (const file of Object.keys(remembered.files)) files.add(file);
      apis.push({ ...api, remembered });
      continue;
    }
    const loaded = await loadOnce(sources, api, maxBytes, known);
    diagnostics.push(...loaded.diagnostics);
    for (const file of loaded.files) files.add(file);
    apis.push(loaded.definition ? { ...api, definition: loaded.definition } : api);
  }
  progress?.(declared.length, declared.length);
  return { apis, files };
}

/** A document that several APIs name is bundled, and its faults are told, only once. */
async function loadOnce(
  sources: SourceFiles,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  known: Map<string, LoadedDefinition>,
): Promise<LoadedDefinition> {
  const read = await readDefinition(sources, api, maxBytes);
  if ('unread' in read) return read.unread;
  const before = known.get(read.file.path);
  if (before) return { ...before, diagnostics: [] };
  const loaded = await loadDefinition(sources, read.file, placeOf(api.place, 'definition'), maxBytes);
  known.set(read.file.path, loaded);
  return loaded;
}
