import { closestName } from '#compiler/workspace/suggest-name.ts';
import { parseRevision } from '#platform/git/git-tree.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';

/** A commit, and its name for readers. */
export interface NamedCommit {
  readonly name: string;
  readonly id: string;
}

/**
 * The merge base of `left` and `head`; without `head`, of `left` and the commit that is checked out in the folder.
 * Throws a CommandError if there is none, or if git fails.
 */
export function findMergeBase(
  folder: string,
  left: string | NamedCommit,
  head?: NamedCommit,
): Promise<string> {
  return explainMissingGit(async () => {
    if (!head) await checkWorkingTree(folder);
    const { name, id } = head ?? { name: 'HEAD', id: await findHead(folder) };
    const other = typeof left === 'string' ? await parseCommit(folder, left) : left;
    const { stdout } = await runGit(folder, ['merge-base', other.id, id]);
    const base = stdout.toString().trim();
    if (base !== '') return base;
    throw await noMergeBase(folder, other.name, name);
  });
}

/** The commit with a name in the repository of a folder. Throws a CommandError if it does not exist. */
export function findCommit(folder: string, name: string): Promise<NamedCommit> {
  return explainMissingGit(async () => {
    await checkRepository(folder);
    return name === 'HEAD' ? { name, id: await findHead(folder) } : parseCommit(folder, name);
  });
}

async function parseCommit(folder: string, name: string): Promise<NamedCommit> {
  const id = await parseRevision(folder, `${name}^{commit}`);
  if (id === undefined) throw await unknownRef(folder, name);
  return { name, id };
}

/** Runs a task with git. Throws a CommandError if git is not installed. */
export async function explainMissingGit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitMissingError)) throw error;
    throw new CommandError(
      'git is not installed, so there is nothing to compare with.',
      'Install git, and put it on the PATH.',
    );
  }
}

async function checkWorkingTree(folder: string): Promise<void> {
  const isWorkingTree = await checkRepository(folder);
  if (!isWorkingTree) throw noWorkingTree(folder);
}

/** Whether a folder is in the working tree of a repository. Throws a CommandError if it is not in a repository. */
async function checkRepository(folder: string): Promise<boolean> {
  const { code, stdout, stderr } = await runGit(folder, ['rev-parse', '--is-inside-work-tree']);
  if (code === 0) return stdout.toString().trim() === 'true';
  if (/not a git repository/i.test(stderr)) throw noWorkingTree(folder);
  throw new CommandError(`git cannot read the repository of ${folder}: ${firstLine(stderr)}.`);
}

function noWorkingTree(folder: string): CommandError {
  const help = 'Only the files of a clone can be compared with a commit.';
  return new CommandError(`${folder} is not in a git working tree.`, help);
}

/** The first line of git's own message, for unexpected errors. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^fatal: /, '').replace(/\.$/, '');
}

async function findHead(folder: string): Promise<string> {
  const head = await parseRevision(folder, 'HEAD^{commit}');
  if (head !== undefined) return head;
  throw new CommandError(`The repository of ${folder} has no commit yet.`, 'Commit something first.');
}

async function unknownRef(folder: string, ref: string): Promise<CommandError> {
  const message = `The repository knows no commit ${JSON.stringify(ref)}.`;
  const known = await listLines(folder, ['for-each-ref', '--format=%(refname:short)', ...placesOfRefs]);
  const match = known.find((name) => name.endsWith(`/${ref}`)) ?? closestName(ref, known);
  if (match !== undefined) return new CommandError(message, `Did you mean \`${match}\`?`);
  const advice = [`Check its spelling${await adviseFetching(folder, ref)}.`];
  if (await isShallow(folder)) advice.push(`This clone is shallow: ${howToDeepen}.`);
  return new CommandError(message, advice.join(' '));
}

const placesOfRefs = ['refs/heads', 'refs/remotes', 'refs/tags'];

/** Advice to fetch a branch or a tag, whose name may begin with that of its remote; empty for other refs. */
async function adviseFetching(folder: string, ref: string): Promise<string> {
  if (!/^\w[\w./-]*$/.test(ref)) return '';
  const remotes = await listLines(folder, ['remote']);
  if (remotes.length === 0) return ref.includes('/') ? '; this repository has no remote' : '';
  const remote = remotes.find((name) => ref.startsWith(`${name}/`));
  const branch = remote === undefined ? ref : ref.slice(remote.length + 1);
  return `, or fetch it: \`git fetch ${remote ?? remotes[0] ?? 'origin'} ${branch}\``;
}

/** The lines that git prints. */
export async function listLines(folder: string, words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, words);
  return stdout.toString().split('\n').filter(Boolean);
}

const howToDeepen =
  'run `git fetch --unshallow`, or in GitHub Actions give actions/checkout `fetch-depth: 0`';

/** Throws a CommandError that shows how to name the base, if none is found automatically. */
export async function refuseUnknownBase(folder: string): Promise<never> {
  const advice = ['Name the branch to compare with: --base REF.'];
  if (await isShallow(folder)) advice.push(`This clone is shallow: ${howToDeepen}.`);
  throw new CommandError('This clone does not know the default branch of its remote.', advice.join(' '));
}

async function isShallow(folder: string): Promise<boolean> {
  const { stdout } = await runGit(folder, ['rev-parse', '--is-shallow-repository']);
  return stdout.toString().trim() === 'true';
}

async function noMergeBase(folder: string, ref: string, head: string): Promise<CommandError> {
  if (!(await isShallow(folder))) {
    const help = `Name the branch that ${head} came from.`;
    return new CommandError(`${head} and ${ref} have no commit in common.`, help);
  }
  const message = `This clone is too shallow to hold the commit at which ${head} left ${ref}.`;
  return new CommandError(message, `To have it, ${howToDeepen}.`);
}
