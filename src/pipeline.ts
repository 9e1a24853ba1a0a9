import type { Compiled } from './compiled/compiled.ts';
import { compile } from './compiler/compile/compile.ts';
import { lint } from './compiler/lint/lint.ts';
import { load } from './compiler/load/load.ts';
import type { Sources } from './compiler/workspace/sources.ts';
import type { Workspace } from './compiler/workspace/workspace.ts';
import type { Diagnostic } from './diagnostic/diagnostic.ts';
import { sortDiagnostics } from './diagnostic/sort-diagnostics.ts';
import type { SourceTree } from './source/source-tree.ts';

export { UnknownDeploymentError } from './compiler/compile/unknown-deployment-error.ts';

export interface BuildResult {
  /** Sorted by place. Without an error among them, `compiled` is there. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** Absent where there is no usable Gateway document. */
  readonly workspace?: Workspace;
  readonly compiled?: Compiled;
}

/**
 * The main path: sources are loaded, linted and, where no error stands in the way, compiled. Rejects with an
 * UnknownDeploymentError where the gateway has no such deployment.
 */
export async function build(tree: SourceTree, configFile: string, deployment: string): Promise<BuildResult> {
  const { workspace, diagnostics: loading, sources } = await load(tree, configFile);
  if (!workspace) return { diagnostics: sortDiagnostics(loading), sources };
  const { checked, diagnostics: linting } = lint(workspace);
  const diagnostics = sortDiagnostics([...loading, ...linting]);
  const broken = !checked || loading.some(({ severity }) => severity === 'error');
  if (broken) return { diagnostics, sources, workspace };
  return { diagnostics, sources, workspace, compiled: compile(checked, deployment) };
}
