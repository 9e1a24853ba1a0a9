import { parseRevision } from '../../platform/git-tree.ts';
import { runGit } from '../../platform/run-git.ts';
import { explainMissingGit, findCommit, findMergeBase, type NamedCommit } from '../find-merge-base.ts';

/** The two states that are asked for. */
export interface Revisions {
  /** The commit at which the head left what the name says. */
  readonly base: NamedCommit;
  /** Absent where the files on disk are meant. */
  readonly head: NamedCommit | undefined;
}

interface AskedRevisions {
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/**
 * The commits to compare in the repository of a folder. Where no base is asked for it is the default branch. Throws a
 * CommandError where git cannot tell.
 */
export async function findRevisions(folder: string, asked: AskedRevisions): Promise<Revisions> {
  const head = asked.head === undefined ? undefined : await findCommit(folder, asked.head);
  const ref = asked.base ?? (await explainMissingGit(() => findDefaultBase(folder)));
  const name = asked.base ?? ref.replace(/^refs\/(?:heads|remotes)\//, '');
  return { base: { name, id: await findMergeBase(folder, ref, head) }, head };
}

const usualBranches = [
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** The default branch of the remote, as far as it is known here, or what is usually called so: a whole name. */
async function findDefaultBase(folder: string): Promise<string> {
  const { stdout } = await runGit(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const candidates = [stdout.toString().trim(), ...usualBranches].filter((ref) => ref !== '');
  for (const ref of candidates) {
    const id = await parseRevision(folder, `${ref}^{commit}`);
    if (id !== undefined) return ref;
  }
  return 'HEAD';
}
