import { join } from 'node:path';
import type { GitRemote } from '../git-remote.ts';
import { reasonOf, sweep } from '../untrusted-repository.ts';
import { openRefs } from './read-refs.ts';
import { rememberOpen } from './remember-open.ts';
import { ProposalGitError, type ProposalRepository } from './repository.ts';

/** The ref of the base, as it was fetched. */
export const baseRef = 'refs/gatewright/base';

export interface FetchedRefs {
  /** The name of the base branch, without `refs/heads/`. */
  readonly base: string;
  /** The refs of proposals on the remote, with at most one `*`: `refs/heads/proposals/*`. */
  readonly proposals: string;
  readonly timeoutMs: number;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * Fetches the base and all proposals, and returns the commit of the base. Rejects with a ProposalGitError if the remote
 * does not answer, or has no such branch.
 */
export async function fetchRefs(
  repository: ProposalRepository,
  remote: GitRemote,
  { base, proposals, timeoutMs, now }: FetchedRefs,
): Promise<string> {
  await sweep(join(repository.gitFolder, 'objects', 'pack'));
  const words = [
    'fetch',
    '--quiet',
    '--prune',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
  ];
  const refs = [`+refs/heads/${base}:${baseRef}`, `+${proposals}:${openRefs}*`];
  const { code, stderr } = await repository.run([...words, '--', remote.url, ...refs], { timeoutMs });
  if (code !== 0)
    throw new ProposalGitError('unreachable', `The repository cannot be read: ${reasonOf(stderr, remote)}.`);
  await rememberOpen(repository, now);
  return (await repository.read(['rev-parse', '--verify', `${baseRef}^{commit}`])).trim();
}

/** The files that differ between two commits. */
export async function changedFiles(
  repository: ProposalRepository,
  before: string,
  after: string,
): Promise<ReadonlySet<string>> {
  if (before === after) return new Set();
  const words = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, after];
  return new Set((await repository.read(words)).split('\0').filter((path) => path !== ''));
}

/** The changed lines between two commits or trees, without context lines, which may belong to other declarations. */
export async function diffTrees(
  repository: ProposalRepository,
  before: string,
  after: string,
): Promise<string> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const diff = await repository.read(['diff', ...plain, '--unified=0', before, after]);
  return diff.replaceAll(/^(@@ -[\d,]+ \+[\d,]+ @@).*$/gm, '$1');
}
