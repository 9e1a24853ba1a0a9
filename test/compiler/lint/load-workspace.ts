import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';

/** The workspace of the clean sources after some edits. */
export async function loadWorkspace(edits: readonly ExampleEdit[] = []): Promise<Workspace> {
  const files = applyExampleEdits(cleanSources, edits);
  const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  if (!workspace)
    throw new Error(`nothing was loaded: ${diagnostics.map(({ message }) => message).join(' ')}`);
  return workspace;
}
