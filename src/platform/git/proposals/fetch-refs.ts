import { join } from 'node:path';
import type { GitRemote } from '../git-remote.ts';
import { reasonOf, sweep } from '../untrusted-repository.ts';
import { declinedRefs, openRefs, readRefs } from './read-refs.ts';
import { rememberOpen, type RememberedRefs } from './remember-open.ts';
import { ProposalGitError, type ProposalRepository } from './repository.ts';

/** The ref of the base, as it was fetched. */
export const baseRef = 'refs/gatewright/base';

export interface FetchedRefs {
  /** The name of the base branch, without `refs/heads/`. */
  readonly base: string;
  /** The refs of proposals on the remote, with one `*`, at the end: `refs/heads/proposals/*`. */
  readonly proposals: string;
  readonly timeoutMs: number;
}

/** What a remote had at a fetch. */
export interface FetchedState extends RememberedRefs {
  /** The commit of the base. */
  readonly base: string;
  /** The records of declined proposals, by the commits of these. */
  readonly declined: ReadonlyMap<string, string>;
}

/**
 * Fetches the base, all proposals and the records of those that were declined; `now` is in milliseconds since 1970. Rejects with a ProposalGitError if the remote
 * does not answer, or has no such branch.
 */
export async function fetchRefs(
  repository: ProposalRepository,
  remote: GitRemote,
  { base, proposals, timeoutMs }: FetchedRefs,
  now: number,
): Promise<FetchedState> {
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
  const refs = [
    `+refs/heads/${base}:${baseRef}`,
    `+${proposals}:${openRefs}*`,
    `+${declinedRefs}*:${declinedRefs}*`,
  ];
  const { code, stderr } = await repository.run([...words, '--', remote.url, ...refs], { timeoutMs });
  if (code !== 0) throw unreadable(stderr, remote);
  const [commit, declined, remembered] = await Promise.all([
    repository.read(['rev-parse', '--verify', `${baseRef}^{commit}`]),
    readRefs(repository, declinedRefs),
    rememberOpen(repository, now),
  ]);
  return { base: commit.trim(), declined, ...remembered };
}

/**
 * Whether the remote has exactly what a fetch has found, which is much faster than another fetch if there are many
 * branches. Rejects with a ProposalGitError if the remote does not answer.
 */
export async function isUnchanged(
  repository: ProposalRepository,
  remote: GitRemote,
  { base, proposals, timeoutMs }: FetchedRefs,
  fetched: FetchedState,
): Promise<boolean> {
  const baseName = `refs/heads/${base}`;
  const words = ['ls-remote', '--refs', '--', remote.url, baseName, proposals, `${declinedRefs}*`];
  const { code, stdout, stderr } = await repository.run(words, { timeoutMs });
  if (code !== 0) throw unreadable(stderr, remote);
  const prefix = proposals.slice(0, -1);
  const listed = stdout
    .toString()
    .split('\n')
    .map((line) => line.split('\t') as [commit: string, name?: string]);
  // Its patterns also match the ends of longer names.
  const isSame = (start: string, known: ReadonlyMap<string, string>) => {
    const found = listed.filter(([, name]) => name?.startsWith(start));
    const isKnown = ([commit, name = '']: (typeof listed)[number]) =>
      known.get(name.slice(start.length)) === commit;
    return found.length === known.size && found.every(isKnown);
  };
  return (
    isSame(prefix, fetched.open) &&
    isSame(declinedRefs, fetched.declined) &&
    listed.some(([commit, name]) => name === baseName && commit === fetched.base)
  );
}

function unreadable(stderr: string, remote: GitRemote): ProposalGitError {
  return new ProposalGitError('unreachable', `The repository cannot be read: ${reasonOf(stderr, remote)}.`);
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
