import { closestName } from '../compiler/workspace/suggest-name.ts';
import { parseRevision } from '../platform/git-tree.ts';
import { GitMissingError, runGit } from '../platform/run-git.ts';
import { CommandError } from './command-error.ts';

/**
 * The commit at which the branch that is checked out in a folder left another one, or any commit. Throws a CommandError
 * where git cannot tell.
 */
export async function findMergeBase(folder: string, ref: string): Promise<string> {
  try {
    await checkRepository(folder);
    const [other, head] = [await parseRevision(folder, `${ref}^{commit}`), await findHead(folder)];
    if (other === undefined) throw await unknownRef(folder, ref);
    const { stdout } = await runGit(folder, ['merge-base', other, head]);
    const base = stdout.toString().trim();
    if (base !== '') return base;
    throw await noMergeBase(folder, ref);
  } catch (error) {
    if (!(error instanceof GitMissingError)) throw error;
    throw new CommandError('There is no git here to compare with.', 'Install git, and put it on the PATH.');
  }
}

async function checkRepository(folder: string): Promise<void> {
  const { code, stdout, stderr } = await runGit(folder, ['rev-parse', '--is-inside-work-tree']);
  if (code === 0 && stdout.toString().trim() === 'true') return;
  if (code === 0 || /not a git repository/i.test(stderr)) {
    const help = 'Only the files of a clone can be compared with a commit.';
    throw new CommandError(`${folder} is in no working tree of git.`, help);
  }
  throw new CommandError(`git cannot read the repository of ${folder}: ${firstLine(stderr)}.`);
}

/** Git's own words, for what nobody foresaw. */
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

/** For a name of a branch or a tag, with or without that of its remote. */
async function adviseFetching(folder: string, ref: string): Promise<string> {
  if (!/^\w[\w./-]*$/.test(ref)) return '';
  const remotes = await listLines(folder, ['remote']);
  const remote = remotes.find((name) => ref.startsWith(`${name}/`));
  const branch = remote === undefined ? ref : ref.slice(remote.length + 1);
  return `, or fetch it: \`git fetch ${remote ?? remotes[0] ?? 'origin'} ${branch}\``;
}

async function listLines(folder: string, words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, words);
  return stdout.toString().split('\n').filter(Boolean);
}

const howToDeepen =
  'run `git fetch --unshallow`, or in GitHub Actions give actions/checkout `fetch-depth: 0`';

async function isShallow(folder: string): Promise<boolean> {
  const { stdout } = await runGit(folder, ['rev-parse', '--is-shallow-repository']);
  return stdout.toString().trim() === 'true';
}

async function noMergeBase(folder: string, ref: string): Promise<CommandError> {
  if (!(await isShallow(folder))) {
    const help = 'Name the branch that HEAD came from.';
    return new CommandError(`HEAD and ${ref} have no commit in common.`, help);
  }
  const message = `This clone is too shallow to hold the commit at which HEAD left ${ref}.`;
  return new CommandError(message, `To have it, ${howToDeepen}.`);
}
