import { parseRevision } from '#platform/git/git-tree.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';

/** How the running commit relates to the expected one. */
export interface CommitRelation {
  readonly kind: 'same' | 'behind' | 'ahead' | 'apart';
  /** The numbers of commits that only the expected commit has (`behind`), and only the running commit (`ahead`). */
  readonly behind: number;
  readonly ahead: number;
}

/** How two commits relate in the repository of a folder; undefined if a commit or git is missing. */
export async function relateCommits(
  folder: string,
  running: string,
  expected: string,
): Promise<CommitRelation | undefined> {
  if (running === expected) return { kind: 'same', behind: 0, ahead: 0 };
  try {
    if ((await parseRevision(folder, `${running}^{commit}`)) === undefined) return undefined;
    const words = ['rev-list', '--left-right', '--count', `${running}...${expected}`];
    const { code, stdout } = await runGit(folder, words);
    const [ahead, behind] = stdout.toString().trim().split('\t').map(Number);
    if (code !== 0 || ahead === undefined || behind === undefined) return undefined;
    return { kind: kindOf(ahead, behind), behind, ahead };
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}

function kindOf(ahead: number, behind: number): CommitRelation['kind'] {
  if (ahead > 0 && behind > 0) return 'apart';
  return ahead > 0 ? 'ahead' : 'behind';
}
