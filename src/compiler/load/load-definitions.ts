import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { Declared, DeclaredApi } from '../workspace/workspace.ts';
import { loadDefinition } from './definition/load-definition.ts';
import type { SourceFiles } from './source-files.ts';

/** Reads the definition of each API, and tells which files they spread over. */
export async function loadDefinitions(
  sources: SourceFiles,
  declared: readonly Declared<ApiDeclaration>[],
  maxBytes: number,
  diagnostics: Diagnostic[],
): Promise<{ readonly apis: readonly DeclaredApi[]; readonly files: ReadonlySet<string> }> {
  const apis: DeclaredApi[] = [];
  const files = new Set<string>();
  for (const api of declared) {
    const loaded = await loadDefinition(sources, api, maxBytes);
    diagnostics.push(...loaded.diagnostics);
    for (const file of loaded.files) files.add(file);
    apis.push(loaded.definition ? { ...api, definition: loaded.definition } : api);
  }
  return { apis, files };
}
