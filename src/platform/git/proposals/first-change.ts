import type { ProposalRepository } from './repository.ts';

/** How many paths are searched for; more would not fit into the command line of git. */
const mostPaths = 100;

/**
 * When the base first got a change of one of some files that a commit does not contain, in milliseconds since 1970 by the
 * clock of whoever made it: the date of the merge, if it was merged. The date of the base itself if no commit is found.
 */
export async function dateFirstChange(
  repository: ProposalRepository,
  base: string,
  commit: string,
  paths: readonly string[],
): Promise<number> {
  const words = ['log', '--first-parent', '--reverse', '--format=%ct', base, `^${commit}`, '--'];
  const found = await repository.read([...words, ...paths.slice(0, mostPaths)]);
  const [first = ''] = found.split('\n');
  const text = first === '' ? await repository.read(['log', '-1', '--format=%ct', base, '--']) : first;
  return Number(text) * 1000;
}
