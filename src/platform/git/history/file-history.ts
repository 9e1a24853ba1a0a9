import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/private-files.ts';
import type { GitRemote } from '../git-remote.ts';
import { ProposalGitError, useRepository, type ProposalRepository } from '../proposals/repository.ts';
import { removeLocks } from '../proposals/tidy-repository.ts';
import { reasonOf, sweep, withoutSettings } from '../untrusted-repository.ts';

/** When files last changed, in seconds since 1970-01-01T00:00:00Z, by their paths from the repository root. */
export type FileDates = ReadonlyMap<string, number>;

interface KnownDates {
  readonly commit: string;
  readonly dates: FileDates;
}

export interface HistoryOptions {
  /** The folder of the repository; only this object uses it. */
  readonly gitFolder: string;
  readonly remote: GitRemote;
  /** How long git may take to fetch the history, and to read it, in milliseconds. */
  readonly fetchMs: number;
  /** Aborts a running task, which then rejects. */
  readonly stop: AbortSignal;
}

/** The branch does not contain a commit, for example since it was rewritten. */
class CommitMissingError extends Error {
  override readonly name = 'CommitMissingError';
}

/** Git cannot read the repository, for example since a power failure or since a process was killed. */
class CorruptedError extends Error {
  override readonly name = 'CorruptedError';
}

const ref = 'refs/gatewright/history';

/** How many commits are fetched and read at most, the newest ones. Files that changed earlier have no date. */
const maxCommits = 20_000;

/** The history of one branch without the contents of its files, unless the server sends them in any case. */
export class FileHistory {
  readonly #options: HistoryOptions;
  readonly #repository: ProposalRepository;
  #known: KnownDates | undefined;
  /** The commit for which the repository was last fetched again as a whole. */
  #replacedFor: string | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
    const { gitFolder, remote, stop } = options;
    this.#repository = useRepository({ gitFolder, scratchFolder: gitFolder, remote, stop });
  }

  /**
   * When the files of a commit last changed on its branch: the date of the commit, or of the merge that brought the
   * change. Fetches the history if it lacks the commit. Run one call at a time. Rejects if git fails, or if the branch
   * has no such commit.
   */
  async read(commit: string): Promise<FileDates> {
    const { gitFolder } = this.#options;
    if (this.#known?.commit === commit) return this.#known.dates;
    const isNew = await this.#open(commit);
    try {
      return await this.#update(commit);
    } catch (error) {
      // What is damaged again after that would be so a third time.
      if (!(error instanceof CorruptedError) || isNew || this.#replacedFor === commit) throw error;
      this.#replacedFor = commit;
      this.#known = undefined;
      await rm(gitFolder, { recursive: true, force: true });
      await this.#open(commit);
      return this.#update(commit);
    }
  }

  async #update(commit: string): Promise<FileDates> {
    if (!(await this.#has(commit))) await this.#fetch();
    if (!(await this.#has(commit))) throw new CommitMissingError(`The branch has no commit ${commit}.`);
    const before = this.#known && (await this.#isBefore(this.#known, commit)) ? this.#known : undefined;
    const { dates, isComplete } = await this.#readDates(before ? `${before.commit}..${commit}` : commit);
    const known = before && isComplete ? new Map([...before.dates, ...dates]) : dates;
    this.#known = { commit, dates: known };
    return known;
  }

  /** Creates the repository unless it exists; true if it did not. */
  async #open(commit: string): Promise<boolean> {
    const { gitFolder } = this.#options;
    await makePrivateFolder(gitFolder);
    const { code } = await this.#repository.run(['rev-parse', '--git-dir']);
    if (code === 0) return false;
    await rm(gitFolder, { recursive: true, force: true });
    await makePrivateFolder(gitFolder);
    const format = `--object-format=${commit.length === 64 ? 'sha256' : 'sha1'}`;
    await this.#repository.read(['init', '--quiet', '--bare', '--template=', format, gitFolder]);
    return true;
  }

  async #has(commit: string): Promise<boolean> {
    const { code } = await this.#repository.run(['merge-base', '--is-ancestor', commit, ref]);
    return code === 0;
  }

  async #isBefore(known: KnownDates, commit: string): Promise<boolean> {
    const { code } = await this.#repository.run(['merge-base', '--is-ancestor', known.commit, commit]);
    return code === 0;
  }

  async #fetch(): Promise<void> {
    const { gitFolder, remote, fetchMs } = this.#options;
    await sweep(join(gitFolder, 'objects', 'pack'));
    // A git that was killed has left them, since only this object uses the repository.
    await removeLocks(gitFolder);
    // Without a depth, git looks for the missing commits of a shallow clone without end.
    const options = ['--quiet', '--filter=blob:none', `--depth=${maxCommits}`, '--no-tags'];
    const plain = ['--no-recurse-submodules', '--no-write-fetch-head'];
    const words = ['fetch', ...options, ...plain, 'history', `+refs/heads/${remote.branch}:${ref}`];
    const { code, stderr } = await this.#runNamed(words, fetchMs);
    if (code === 0) return;
    const message = `The history cannot be read: ${reasonOf(stderr, remote)}.`;
    throw (await this.#isCorrupted())
      ? new CorruptedError(message)
      : new ProposalGitError('unreachable', message);
  }

  /** Whether git says so, since a failed fetch may also be due to the network or to the remote. */
  async #isCorrupted(): Promise<boolean> {
    const words = ['fsck', '--connectivity-only', '--no-dangling', '--no-progress'];
    const { code } = await this.#runNamed(words, this.#options.fetchMs);
    return code !== 0;
  }

  /**
   * Runs a command that has to know the remote. No other command knows its address, so that none fetches what is left
   * out.
   */
  #runNamed(words: readonly string[], timeoutMs: number) {
    const { url } = this.#options.remote;
    const named = ['-c', `remote.history.url=${url}`, '-c', 'remote.history.promisor=true'];
    const environment = { GIT_NO_LAZY_FETCH: '1' };
    return this.#repository.run([...named, ...words], { timeoutMs, environment });
  }

  async #readDates(range: string): Promise<{ readonly dates: FileDates; readonly isComplete: boolean }> {
    const plain = ['--first-parent', '-m', '--name-only', '-z', '--no-renames', `--max-count=${maxCommits}`];
    const words = ['log', ...plain, '--format=%x1e%H%x1f%ct', range, '--'];
    const { remote, fetchMs } = this.#options;
    const run = { environment: withoutSettings, timeoutMs: fetchMs };
    const { code, stdout, stderr } = await this.#repository.run(words, run);
    if (code !== 0) throw new CorruptedError(`The history is corrupted: ${reasonOf(stderr, remote)}.`);
    const roots = await this.#shallowRoots();
    const dates = new Map<string, number>();
    let at: number | undefined;
    let count = 0;
    for (const part of stdout.toString().split('\0')) {
      const line = part.replace(/^\n/, '');
      const [start, commit = '', seconds] = line.replace('\u001F', '\u001E').split('\u001E');
      if (start === '' && /^[0-9a-f]{40,64}$/.test(commit)) {
        count += 1;
        // All files seem to be added in a commit whose parents the history lacks. An invalid date is empty.
        at = roots.has(commit) || seconds === '' ? undefined : Number(seconds);
      } else if (at !== undefined && line !== '' && !dates.has(line)) dates.set(line, at);
    }
    return { dates, isComplete: count < maxCommits };
  }

  /** The commits without their parents in a history that the server itself has only in part. */
  async #shallowRoots(): Promise<ReadonlySet<string>> {
    const text = await readFile(join(this.#options.gitFolder, 'shallow'), 'latin1').catch(() => '');
    return new Set(text.split('\n').filter((line) => line !== ''));
  }
}
