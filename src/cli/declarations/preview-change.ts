import type { Sources } from '../../compiler/workspace/sources.ts';
import type { Workspace } from '../../compiler/workspace/workspace.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import { overlaySourceTree } from '../project/overlay-source-tree.ts';
import type { Project } from '../project/project.ts';

/** What a change would make of a project. */
export interface Preview {
  readonly workspace: Workspace | undefined;
  readonly sources: Sources;
  /** The errors that the change brings, in any file. */
  readonly newErrors: readonly Diagnostic[];
  /** The warnings that it brings, and that would be errors if taking access away could not lead to them. */
  readonly newLowered: readonly Diagnostic[];
}

/** Lints a project as it would be with some files written: paths relative to its root, and their texts. */
export async function previewChange(
  project: Project,
  files: Readonly<Record<string, string>>,
): Promise<Preview> {
  const before = await lintTree(project.tree, project);
  const { workspace, sources, errors, lowered } = await lintTree(
    overlaySourceTree(project.tree, files),
    project,
  );
  const known = new Set([...before.errors, ...before.lowered].map(identify));
  const isNew = (diagnostic: Diagnostic) => !known.has(identify(diagnostic));
  return { workspace, sources, newErrors: errors.filter(isNew), newLowered: lowered.filter(isNew) };
}

async function lintTree(tree: SourceTree, { configFile }: Project) {
  const [{ load }, { lint }] = await Promise.all([
    import('../../compiler/load/load.ts'),
    import('../../compiler/lint/lint.ts'),
  ]);
  const { workspace, diagnostics, sources } = await load(tree, configFile);
  const findings = workspace ? lint(workspace).diagnostics : [];
  const all = [...diagnostics, ...findings];
  return {
    workspace,
    sources,
    errors: all.filter(({ severity }) => severity === 'error'),
    lowered: all.filter((diagnostic) => diagnostic.lowered),
  };
}

/** Lines move, so an error is known by all but its line. */
function identify({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at.file, at.pointer]);
}
