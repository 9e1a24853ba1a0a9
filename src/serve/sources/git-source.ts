import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GitMirror, type GitTimeouts } from '#platform/git/git-mirror.ts';
import type { GitRemote } from '#platform/git/git-remote.ts';
import { FileHistory } from '#platform/git/history/file-history.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { lockFirstFree } from '../services/lock-state-folder.ts';
import { messageOf } from '../served/startup-error.ts';
import type { RemoteState } from '../served/loaded-table.ts';

/** A commit that is checked out into its own folder, which is never written to again. */
export interface GitCheckout {
  readonly commit: string;
  /** The time of the commit, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt: number;
  /** An absolute path. */
  readonly folder: string;
}

export interface GitSourceOptions {
  readonly remote: GitRemote;
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Called with warnings for the operator; consecutive repetitions are suppressed. */
  readonly warn: (message: string) => void;
  readonly timeouts?: GitTimeouts;
}

const defaultTimeouts: GitTimeouts = { queryMs: 30_000, fetchMs: 600_000, checkOutMs: 300_000 };

/** Opens a source that tracks a branch; `opened` unlocks its folder. Rejects with the system's error. */
export async function openGitSource(
  options: GitSourceOptions,
  opened: AsyncDisposableStack,
): Promise<GitSource> {
  const { remote, stateFolder, timeouts = defaultTimeouts } = options;
  const name = createHash('sha256').update(`${remote.url}#${remote.branch}`).digest('hex').slice(0, 16);
  const folder = await lockFirstFree(join(stateFolder, 'git', name), opened);
  const stop = new AbortController();
  const mirror = new GitMirror(folder, remote, timeouts, stop.signal);
  await mirror.open();
  const { fetchMs } = timeouts;
  const gitFolder = join(folder, 'history.git');
  const history = new FileHistory({ gitFolder, remote, fetchMs, stop: stop.signal });
  return new GitSource(mirror, history, stop, options);
}

/** Tracks a branch, and checks out its newest commit. */
export class GitSource {
  readonly #mirror: GitMirror;
  /** The history of the branch. */
  readonly history: FileHistory;
  readonly #stop: AbortController;
  readonly #options: GitSourceOptions;
  #checkout: GitCheckout | undefined;
  #inUse: GitCheckout | undefined;
  #checkedAt: number | undefined;
  #failure: string | undefined;
  #submodules = '';

  constructor(mirror: GitMirror, history: FileHistory, stop: AbortController, options: GitSourceOptions) {
    this.#mirror = mirror;
    this.history = history;
    this.#stop = stop;
    this.#options = options;
  }

  /** The newest commit that could be checked out; undefined if there is none. */
  get checkout(): GitCheckout | undefined {
    return this.#checkout;
  }

  /**
   * Runs a task on the current checkout, which is not deleted meanwhile; undefined if there is no checkout. Run one
   * task at a time.
   */
  async use<Result>(task: (checkout: GitCheckout) => Promise<Result>): Promise<Result | undefined> {
    const checkout = this.#checkout;
    if (!checkout) return undefined;
    this.#inUse = checkout;
    try {
      return await task(checkout);
    } finally {
      this.#inUse = undefined;
    }
  }

  get state(): RemoteState {
    const { url, branch } = this.#options.remote;
    return { url, branch, checkedAt: this.#checkedAt, failure: this.#failure };
  }

  /** Checks for a newer commit; true if there is a new checkout. Never rejects: failures are recorded in `state`. */
  async look(): Promise<boolean> {
    const before = this.#checkout;
    try {
      await this.#update(await this.#mirror.findNewest());
      this.#checkedAt = this.#options.clock();
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error);
      if (!before) await this.#takeFetched();
    }
    return this.#checkout !== before;
  }

  async #update(newest: string): Promise<void> {
    const { queryMs, fetchMs } = this.#options.timeouts ?? defaultTimeouts;
    // At start, an earlier commit that was fetched limits the wait for a newer one.
    const isQuick = !this.#checkout && (await this.#mirror.fetched()) !== undefined;
    const commit = await this.#mirror.fetch(newest, isQuick ? queryMs : fetchMs);
    if (commit === this.#checkout?.commit) return;
    // If the checkout fails, the repository may be damaged, for example by a power failure, so it is fetched again.
    await this.#take(commit).catch(async () => this.#take(await this.#mirror.fetchFromScratch(newest)));
  }

  async #take(commit: string): Promise<void> {
    const before = this.#checkout;
    const committedAt = await this.#mirror.committedAt(commit);
    this.#checkout = { commit, committedAt, folder: await this.#mirror.checkOut(commit) };
    const retained = [this.#checkout, before, this.#inUse].flatMap((checkout) => checkout?.commit ?? []);
    await this.#mirror.keepOnly(retained);
    await this.#warnOfSubmodules(commit);
  }

  /** Uses the commit that was fetched last, if the repository cannot be reached at start. */
  async #takeFetched(): Promise<void> {
    try {
      const commit = await this.#mirror.fetched();
      if (commit !== undefined) await this.#take(commit);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Aborts a running git process. */
  stop(): void {
    this.#stop.abort();
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    if (message !== this.#failure && !this.#stop.signal.aborted) this.#options.warn(message);
    this.#failure = message;
  }

  async #warnOfSubmodules(commit: string): Promise<void> {
    const names = (await this.#mirror.submodules(commit)).join(', ');
    if (names !== '' && names !== this.#submodules)
      this.#options.warn(`Submodules are not fetched, their folders stay empty: ${names}.`);
    this.#submodules = names;
  }
}
