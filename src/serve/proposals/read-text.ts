import type { ProposalRepository } from '#platform/git/proposals/repository.ts';

/** The text of a file in a commit, by its path from the root of the repository; undefined if there is none. */
export async function readText(
  repository: ProposalRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const { code, stdout } = await repository.run(['cat-file', 'blob', `${commit}:${path}`]);
  return code === 0 ? stdout.toString() : undefined;
}
