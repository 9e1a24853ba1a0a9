import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { KnownFinding } from '../../compiler/workspace/known-finding.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildResult } from '../../pipeline.ts';
import { openGitSourceTree } from '../../platform/git/git-source-tree.ts';
import { systemClock } from '../../platform/system-clock.ts';
import type { Project } from '../project/project.ts';
import { findChangedLines, type ChangedLines } from './changed-lines.ts';

/** What was found since a commit: what was not found then, and what is on a line that has changed since. */
export async function keepChanged(result: BuildResult, base: string, project: Project): Promise<BuildResult> {
  const known = await findKnown(base, project);
  const { matchKnownFindings } = await import('../../compiler/rule/excuse/match-known-findings.ts');
  const { unknown } = matchKnownFindings(known, result.diagnostics, result.sources);
  const isNew = new Set(unknown);
  const isTouched = await touchedBy(
    await findChangedLines(project.root, base),
    result.diagnostics,
    project.root,
  );
  return { ...result, diagnostics: result.diagnostics.filter((one) => isNew.has(one) || isTouched(one)) };
}

/** What would have been reported at a commit. */
async function findKnown(commit: string, { root, configFile }: Project): Promise<readonly KnownFinding[]> {
  const [{ check }, { identifyFinding }, { fingerprintOf }] = await Promise.all([
    import('../../pipeline.ts'),
    import('../../compiler/rule/excuse/identify-finding.ts'),
    import('../../compiler/rule/fingerprint.ts'),
  ]);
  await using tree = await openGitSourceTree(root, commit);
  const { diagnostics, sources } = await check(tree, configFile, { now: systemClock() });
  return diagnostics.map((one) => identifyFinding(one, fingerprintOf(one, sources), sources));
}

/** Whether a finding is on a changed line; git knows a file by its real path. */
async function touchedBy(
  changed: ChangedLines,
  findings: readonly Diagnostic[],
  root: string,
): Promise<(finding: Diagnostic) => boolean> {
  const realRoot = await realpath(root);
  const files = [...new Set(findings.map(({ at }) => at.file))];
  const ranges = new Map(
    await Promise.all(
      files.map(async (file) => {
        const real = await realpath(join(root, file)).catch(() => join(realRoot, file));
        return [file, changed.get(relative(realRoot, real).split(sep).join('/')) ?? []] as const;
      }),
    ),
  );
  return ({ at }) =>
    ranges.get(at.file)?.some(({ first, last }) => first <= at.line && at.line <= last) ?? false;
}
