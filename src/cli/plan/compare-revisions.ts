import { join } from 'node:path';
import type { Comparison } from '#pipeline/compare.ts';
import type { WeakenedChecks } from '#pipeline/find-weakened-checks.ts';
import { openGitSourceTree, type ReadBlobs } from '#platform/git/git-source-tree.ts';
import { parseRevision } from '#platform/git/git-tree.ts';
import { systemClock } from '#platform/system-clock.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import {
  explainMissingGit,
  findCommit,
  findMergeBase,
  listLines,
  type NamedCommit,
  refuseUnknownBase,
} from '../project/find-merge-base.ts';
import { openStagedTree } from '../project/open-staged-tree.ts';
import { nearestFolder } from '../project/paths.ts';
import { findDeployments, findProject, locateProject, type Project } from '../project/project.ts';
import { examineWorkingTree } from '../project/examine-working-tree.ts';
import { openPlanStore } from './plan-store.ts';

/** Two states of a repository in one deployment. */
export interface DeploymentComparison {
  readonly deployment: string;
  readonly comparison: Comparison;
}

/** Two states of a repository, compared in one or more deployments. */
export interface ComparedRevisions {
  readonly revisions: Revisions;
  readonly comparisons: readonly [DeploymentComparison, ...DeploymentComparison[]];
  /** The effect of head on the checks of lint, the same in all deployments. */
  readonly weakened: WeakenedChecks | undefined;
  /** Of the head; its tree is not to be read any more. */
  readonly project: Project;
  /** Folders of other repositories, which are on disk and in no commit of this one. */
  readonly submodules: readonly string[];
}

/**
 * Compares what `--base`, `--head`, `--config` and `--deployment` name. Throws a CommandError if there is nothing to
 * compare.
 */
export async function compareRevisions(args: CommandArguments, io: Io): Promise<ComparedRevisions> {
  const requested = { base: args.text('base'), head: args.text('head'), isStaged: args.flag('staged') };
  if (requested.isStaged && requested.head !== undefined)
    throw new CommandError('--staged and --head cannot be combined.');
  const isOnDisk = requested.head === undefined && !requested.isStaged;
  const onDisk = isOnDisk ? await findProject(args, io) : await locateProject(args, io);
  const { folder, below } = await nearestFolder(onDisk.root);
  const revisions = await findRevisions(folder, requested);
  const { base, head } = revisions;
  const known: ReadBlobs = new Map();
  await using baseTree = await openGitSourceTree(folder, base.id, below, known);
  await using headTree = requested.isStaged
    ? await openStagedTree(onDisk, io)
    : head.id === undefined
      ? undefined
      : await openGitSourceTree(folder, head.id, below, known);
  const submodules = isOnDisk ? await examineWorkingTree(folder) : [];
  const project = { ...onDisk, ...(headTree && { tree: headTree }) };
  if (!isOnDisk) await checkConfigured(project, head.name);
  const [first, ...others] = await findDeployments(args, isOnDisk ? project : startWith(project, head.name));
  const { readForComparison } = await import('#pipeline/compare.ts');
  const saved = args.flag('no-cache')
    ? undefined
    : await openPlanStore(folder, join(below, project.configFile));
  const compareIn = await readForComparison(baseTree, project.tree, project.configFile, saved?.store);
  const compareOne = (deployment: string) => ({ deployment, comparison: compareIn(deployment) });
  const comparisons = [compareOne(first), ...others.map(compareOne)] as const;
  await saved?.save();
  const { findWeakenedChecks } = await import('#pipeline/find-weakened-checks.ts');
  const linted = { tree: project.tree, now: systemClock() };
  const weakened = await findWeakenedChecks(comparisons[0].comparison, linted);
  return { revisions, comparisons, weakened, project, submodules };
}

/** Shows a file that a sentence starts with as one of the head, not of the disk: `In feature, gateway.config.yaml`. */
function startWith(project: Project, head: string): Project {
  return { ...project, show: (file) => `In ${head}, ${project.show(file)}` };
}

async function checkConfigured({ tree, configFile, show }: Project, head: string): Promise<void> {
  const config = await tree.read(configFile, 0);
  if (config.ok || config.reason !== 'not-found') return;
  const help = 'Set an existing one with --config FILE.';
  throw new CommandError(`The configuration ${show(configFile)} does not exist in ${head}.`, help);
}

/** The two revisions to compare. */
interface Revisions {
  /** The commit at which the head left the named branch. */
  readonly base: NamedCommit;
  /** A commit, if it has an id. */
  readonly head: { readonly name: string; readonly id: string | undefined };
}

interface RequestedRevisions {
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Whether the head is what the next commit would contain. */
  readonly isStaged: boolean;
}

/**
 * What to compare in the repository of a folder. The base defaults to the default branch, and to the last commit for
 * what is staged. Throws a CommandError if git fails.
 */
async function findRevisions(folder: string, requested: RequestedRevisions): Promise<Revisions> {
  const head = requested.head === undefined ? undefined : await findCommit(folder, requested.head);
  const named = requested.base ?? (requested.isStaged ? 'HEAD' : undefined);
  const base = named === undefined ? await findDefaultBase(folder) : await findCommit(folder, named);
  const notCommitted = { name: requested.isStaged ? 'the staged files' : 'the working tree', id: undefined };
  return {
    base: { name: base.name, id: await findMergeBase(folder, base, head) },
    head: head ?? notCommitted,
  };
}

const defaultBranches = [
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** The default branch of the remote, as far as it is known here, or the one with the usual name. */
function findDefaultBase(folder: string): Promise<NamedCommit> {
  return explainMissingGit(async () => {
    const known = await listLines(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
    for (const ref of [...known, ...defaultBranches]) {
      const id = await parseRevision(folder, `${ref}^{commit}`);
      if (id !== undefined) return { name: ref.replace(/^refs\/(?:heads|remotes)\//, ''), id };
    }
    // To compare with HEAD would find nothing in a pipeline that has fetched too little.
    if ((await listLines(folder, ['remote'])).length > 0) return refuseUnknownBase(folder);
    return findCommit(folder, 'HEAD');
  });
}
