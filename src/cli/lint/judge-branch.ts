import type { Judgement } from '../../compiler/plan/approvals/apply-approvals.ts';
import type { Comparison } from '../../pipeline/compare.ts';
import { openGitSourceTree } from '../../platform/git/git-source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io, Output } from '../io.ts';
import { examineWorkingTree } from '../plan/examine-working-tree.ts';
import { findMergeBase } from '../project/find-merge-base.ts';
import { findDeployment, type Project } from '../project/project.ts';

/**
 * What the rules that need history say of a project, beside the commit at which it left a branch, or any commit. Throws
 * a CommandError where that cannot be read or does not compile.
 */
export async function judgeBranch(
  ref: string,
  project: Project,
  args: CommandArguments,
  { stderr }: Io,
): Promise<Judgement> {
  const { root, configFile, tree } = project;
  await using base = await openGitSourceTree(root, await findMergeBase(root, ref));
  await examineWorkingTree(root);
  const deployment = await findDeployment(args, project);
  const { compare } = await import('../../pipeline/compare.ts');
  const comparison = await compare(base, tree, configFile, deployment);
  tellWhatLacks(comparison, ref, stderr);
  const { judgeComparison } = await import('../../pipeline/judge-comparison.ts');
  return judgeComparison(comparison);
}

function tellWhatLacks({ base, head }: Comparison, ref: string, stderr: Output): void {
  if (base.lacks)
    stderr.write(`${ref} has no such ${base.lacks} yet, so there is nothing to compare with.\n`);
  else if (!head.compiled) stderr.write('What has changed is not judged while there are errors.\n');
  else if (!base.compiled) throw brokenBase(ref);
}

function brokenBase(ref: string): CommandError {
  return new CommandError(
    `The files do not compile as they were where this left ${ref}, so nothing can be compared with them.`,
    'Name an older commit that compiles with --base REF; `gatewright plan` shows what is wrong with it.',
  );
}
