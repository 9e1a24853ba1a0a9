import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { lint } from '#compiler/lint/lint.ts';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** The findings for an API with a definition among some files in its folder, including those of loading. */
export async function lintTexts(
  files: Readonly<Record<string, string>>,
  definition: string,
): Promise<readonly Diagnostic[]> {
  const folder = 'apis/dog_park/v1';
  const declaration = cleanSources[`${folder}/api.yaml`]!.replace('openapi.yaml', definition);
  const inFolder = Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const);
  const sources = { ...cleanSources, [`${folder}/api.yaml`]: declaration, ...Object.fromEntries(inFolder) };
  if (definition !== 'openapi.yaml') delete (sources as Record<string, string>)[`${folder}/openapi.yaml`];
  const { workspace, diagnostics } = await load(memorySourceTree(sources), 'gateway.config.yaml');
  return [...diagnostics, ...(workspace ? lint(workspace).diagnostics : [])];
}
