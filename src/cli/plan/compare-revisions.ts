import type { Comparison } from '../../pipeline/compare.ts';
import { openGitSourceTree } from '../../platform/git/git-source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { findDeployment, findProject, locateProject, type Project } from '../project/project.ts';
import { examineWorkingTree } from './examine-working-tree.ts';
import { findRevisions, type Revisions } from './find-revisions.ts';
import { nearestFolder } from './nearest-folder.ts';

/** Two states of a repository, compared. */
export interface ComparedRevisions {
  readonly revisions: Revisions;
  readonly comparison: Comparison;
  readonly deployment: string;
  /** Of the head; its tree is not to be read any more. */
  readonly project: Project;
  /** Folders of other repositories, which are on disk and in no commit of this one. */
  readonly submodules: readonly string[];
}

/**
 * Compares what `--base`, `--head`, `--config` and `--deployment` name. Throws a CommandError where there is nothing to
 * compare.
 */
export async function compareRevisions(args: CommandArguments, io: Io): Promise<ComparedRevisions> {
  const asked = { base: args.text('base'), head: args.text('head') };
  const onDisk = asked.head === undefined ? await findProject(args, io) : locateProject(args, io);
  const { folder, below } = await nearestFolder(onDisk.root);
  const revisions = await findRevisions(folder, asked);
  const { base, head } = revisions;
  await using baseTree = await openGitSourceTree(folder, base.id, below);
  await using headTree = head && (await openGitSourceTree(folder, head.id, below));
  const submodules = head ? [] : await examineWorkingTree(folder);
  const project = { ...onDisk, ...(headTree && { tree: headTree }) };
  if (head) await checkConfigured(project, head.name);
  const deployment = await findDeployment(args, head ? showAt(project, head.name) : project);
  const { compare } = await import('../../pipeline/compare.ts');
  const comparison = await compare(baseTree, project.tree, project.configFile, deployment);
  return { revisions, comparison, deployment, project, submodules };
}

/** Marks a file as one of a commit, not of the disk. */
function showAt(project: Project, commit: string): Project {
  return { ...project, show: (file) => `${project.show(file)} of ${commit}` };
}

async function checkConfigured({ tree, configFile, show }: Project, head: string): Promise<void> {
  const config = await tree.read(configFile, 0);
  if (config.ok || config.reason !== 'not-found') return;
  const help = 'Name one that it has with --config FILE.';
  throw new CommandError(`There is no configuration ${show(configFile)} in ${head}.`, help);
}
