import { digestOf } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Has a memory keep what was found in each definition, unless a rule failed on it. */
export async function keepFindings(
  memory: DefinitionMemory,
  { apis, sources }: Workspace,
  loading: readonly Diagnostic[],
  inDefinitions: ReadonlyMap<string, readonly Diagnostic[]>,
): Promise<void> {
  for (const [path, linted] of inDefinitions) {
    const definition = apis.find((api) => api.definition?.place.file === path)?.definition;
    if (!definition || linted.some(({ code }) => code === 'rule-crash')) continue;
    const { files } = definition;
    const notices = loading.filter(({ at }) => files.includes(at.file));
    const digests = files.map((file) => [file, digestOf(sources.text(file) ?? '')] as const);
    await memory.keep(path, { files: Object.fromEntries(digests), diagnostics: [...notices, ...linted] });
  }
}
