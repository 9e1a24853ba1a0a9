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
  /** How the head weakens the checks of lint, which is the same in all deployments. */
  readonly weakened: WeakenedChecks | undefined;
  /** The project of the head. Its tree must not be read, since it may be closed. */
  readonly project: Project;
  /** The folders of submodules, whose files are on disk but not in the commits of this repository. */
  readonly submodules: readonly string[];
}

/**
 * Compares the revisions and deployments that the options name. Throws a CommandError if there is nothing to compare.
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

/** Shows files as those of the head, at the beginning of a sentence: `In feature, gateway.config.yaml`. */
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
  /** The merge base of the head and the named branch. */
  readonly base: NamedCommit;
  /** The head, which is a commit if it has an id. */
  readonly head: { readonly name: string; readonly id: string | undefined };
}

interface RequestedRevisions {
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Whether the head consists of the staged files. */
  readonly isStaged: boolean;
}

/**
 * The revisions to compare in the repository of a folder. The base defaults to the default branch; for staged files, to
 * the last commit. Throws a CommandError if git fails.
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

/** The default branch of the remote, if the clone knows it; otherwise `main` or `master`. */
function findDefaultBase(folder: string): Promise<NamedCommit> {
  return explainMissingGit(async () => {
    const known = await listLines(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
    for (const ref of [...known, ...defaultBranches]) {
      const id = await parseRevision(folder, `${ref}^{commit}`);
      if (id !== undefined) return { name: ref.replace(/^refs\/(?:heads|remotes)\//, ''), id };
    }
    // With a remote, HEAD is not the base: in a pipeline that has fetched too little, the plan would find no changes.
    if ((await listLines(folder, ['remote'])).length > 0) return refuseUnknownBase(folder);
    return findCommit(folder, 'HEAD');
  });
}
