import type { ProposalRepository } from './repository.ts';

/** More merges than a base gets while anybody looks at the page of a merged proposal. */
const most = 1000;

/**
 * The commit that merged another into the base with its own history; undefined if there is none among the newest merges,
 * as after a squash. Rejects with a ProposalGitError.
 */
export async function findMerge(
  repository: ProposalRepository,
  base: string,
  commit: string,
): Promise<string | undefined> {
  const words = ['rev-list', '--merges', '--ancestry-path', '--parents', `--max-count=${most}`];
  const { code, stdout } = await repository.run([...words, `${commit}..${base}`]);
  // The commit of a proposal that was merged by its contents may not be there any more.
  if (code !== 0) return undefined;
  const merges = stdout.toString().trim().split('\n');
  const found = merges.map((line) => line.split(' ')).find(([, , ...merged]) => merged.includes(commit));
  return found?.[0];
}
