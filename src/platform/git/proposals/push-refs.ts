import { stripVTControlCharacters } from 'node:util';
import { withoutCredentials, type GitRemote } from '../git-remote.ts';
import { reasonOf } from '../untrusted-repository.ts';
import { ProposalGitError, type ProposalRepository } from './repository.ts';

/** What a push does to a ref. */
export interface PushedRef {
  /** Undefined to delete the ref. */
  readonly commit: string | undefined;
  /** The full name of the ref: `refs/heads/proposals/ada/api-DogPark-v2`. */
  readonly ref: string;
  /** The commit that the ref must have; empty if it must not exist. */
  readonly expected: string;
}

export interface Push {
  /** The remote changes all of them or none. */
  readonly refs: readonly PushedRef[];
  /** Push options for the remote, such as `merge_request.create`. */
  readonly options: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Pushes commits, and returns what the remote reports once it has accepted them. Rejects with a ProposalGitError: `moved`
 * if a ref does not have the expected commit, `refused` with the reasons of the remote, `unreachable` otherwise.
 */
export async function pushRefs(
  repository: ProposalRepository,
  remote: GitRemote,
  { refs, options, timeoutMs }: Push,
): Promise<string> {
  const leases = refs.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected}`);
  const pushOptions = options.flatMap((option) => ['-o', option]);
  // A remote without atomic pushes refuses the option, also for a single ref.
  const atomic = refs.length > 1 ? ['--atomic'] : [];
  const words = ['push', '--porcelain', '--no-follow-tags', '--recurse-submodules=no', ...atomic];
  const pushed = refs.map(({ commit, ref }) => `${commit ?? ''}:${ref}`);
  const { code, stdout, stderr } = await repository.run(
    [...words, ...leases, ...pushOptions, '--', remote.url, ...pushed],
    { timeoutMs },
  );
  const said = saidByRemote(stderr, remote);
  if (code === 0) return said;
  const refused = [...stdout.toString().matchAll(/^!\t([^\t]*)\t\[(.+?)\](?: \((.*)\))?$/gm)];
  // The others only tell that the push was atomic.
  const isReason = ([, , status = '', why = '']: readonly string[]) => !`${status} ${why}`.includes('atomic');
  const [, pair = '', status = '', why = ''] = refused.find(isReason) ?? refused[0] ?? [];
  // The remote reports one of these if another push has changed, deleted or created the ref since git read it.
  const isTaken =
    /is at [0-9a-f]+ but expected [0-9a-f]+|incorrect old value provided|unable to resolve reference|reference already exists/.test(
      stderr,
    );
  if (/stale info|fetch first|non-fast-forward/.test(why) || (status !== '' && isTaken))
    throw new ProposalGitError('moved', 'Somebody else has changed the branch of this proposal.');
  if (status !== '' || /does not support (push options|--atomic push)/.test(stderr)) {
    const reason = said === '' ? cleanText(why === '' ? reasonOf(stderr, remote) : why) : said;
    const what = nameOfRefused(refs, pair);
    throw new ProposalGitError('refused', `The repository does not accept ${what}: ${reason}`);
  }
  throw new ProposalGitError('unreachable', `The repository cannot be reached: ${reasonOf(stderr, remote)}.`);
}

/** What the remote has refused, by the pair of source and target that it names; empty if it has refused all of it. */
function nameOfRefused(refs: readonly PushedRef[], pair: string): string {
  const isDeleted = ({ ref, commit }: PushedRef) =>
    commit === undefined && (pair === '' || pair.endsWith(`:${ref}`));
  if (refs.some(isDeleted)) return 'that the branch is deleted';
  return refs.length > 1 ? 'the record of the decline' : 'the proposal';
}

/** The lines that hooks of the remote have printed, without credentials. */
function saidByRemote(stderr: string, remote: GitRemote): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('remote:'));
  const texts = lines.map((line) => cleanText(line.slice('remote:'.length)));
  return withoutCredentials(texts.filter((text) => text !== '').join('\n'), remote).slice(0, 2000);
}

function cleanText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}
