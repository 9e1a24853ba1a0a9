import { parseRevision } from '../../platform/git/git-tree.ts';
import {
  explainMissingGit,
  findCommit,
  findMergeBase,
  listLines,
  refuseUnknownBase,
  type NamedCommit,
} from '../project/find-merge-base.ts';

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
  const base =
    asked.base === undefined ? await findDefaultBase(folder) : await findCommit(folder, asked.base);
  return { base: { name: base.name, id: await findMergeBase(folder, base, head) }, head };
}

const usualBranches = [
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** The default branch of the remote, as far as it is known here, or what is usually called so. */
function findDefaultBase(folder: string): Promise<NamedCommit> {
  return explainMissingGit(async () => {
    const known = await listLines(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
    for (const ref of [...known, ...usualBranches]) {
      const id = await parseRevision(folder, `${ref}^{commit}`);
      if (id !== undefined) return { name: ref.replace(/^refs\/(?:heads|remotes)\//, ''), id };
    }
    // To compare with HEAD would find nothing in a pipeline that has fetched too little.
    if ((await listLines(folder, ['remote'])).length > 0) return refuseUnknownBase(folder);
    return findCommit(folder, 'HEAD');
  });
}
