import type { Sources } from '#compiler/workspace/sources.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { Project } from '../project/project.ts';

/** The state of a project after a change. */
export interface Preview {
  readonly workspace: Workspace | undefined;
  readonly sources: Sources;
  /** The errors that the change causes, in any file. */
  readonly newErrors: readonly Diagnostic[];
  /** The warnings that the change causes and that were lowered from errors, because removing access can cause them. */
  readonly newLowered: readonly Diagnostic[];
  /** The findings that the change causes and that a baseline can suppress. */
  readonly newSuppressible: readonly Diagnostic[];
}

/** Lints a project as if some files had been written: their paths relative to its root, and their texts. */
export async function previewChange(
  project: Project,
  files: Readonly<Record<string, string>>,
): Promise<Preview> {
  const before = await lintTree(project.tree, project);
  const { workspace, sources, found, suppressible } = await lintTree(
    overlaySourceTree(project.tree, files),
    project,
  );
  const known = new Set(before.found.map(identify));
  const newFound = found.filter((diagnostic) => !known.has(identify(diagnostic)));
  const canBeSuppressed = new Set(suppressible);
  return {
    workspace,
    sources,
    newErrors: newFound.filter(({ severity }) => severity === 'error'),
    newLowered: newFound.filter(({ lowered }) => lowered),
    newSuppressible: newFound.filter((diagnostic) => canBeSuppressed.has(diagnostic)),
  };
}

async function lintTree(tree: SourceTree, { configFile }: Project) {
  const [{ load }, { lint }] = await Promise.all([
    import('#compiler/load/load.ts'),
    import('#compiler/lint/lint.ts'),
  ]);
  const { workspace, diagnostics, sources } = await load(tree, configFile);
  const linted = workspace && lint(workspace);
  return {
    workspace,
    sources,
    found: [...diagnostics, ...(linted?.diagnostics ?? [])],
    suppressible: linted?.suppressedFindings.suppressible ?? [],
  };
}

/** Identifies a finding by everything except its line, since a change moves lines. */
function identify({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at.file, at.pointer]);
}
