import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GitMirror, type GitTimeouts } from '#platform/git/git-mirror.ts';
import type { GitRemote } from '#platform/git/git-remote.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { lockFirstFree } from '../services/lock-state-folder.ts';
import { messageOf } from '../served/startup-error.ts';
import type { RemoteState } from '../served/loaded-table.ts';

/** A commit, checked out into its own folder that nobody writes into. */
export interface GitCheckout {
  readonly commit: string;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt: number;
  /** Absolute. */
  readonly folder: string;
}

export interface GitSourceOptions {
  readonly remote: GitRemote;
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Receives warnings for the operator, each once for consecutive occurrences. */
  readonly warn: (message: string) => void;
  readonly timeouts?: GitTimeouts;
}

const defaultTimeouts: GitTimeouts = { queryMs: 30_000, fetchMs: 600_000, checkOutMs: 300_000 };

/** Returns an object that follows a branch; `opened` lets go of its folder. Rejects with the system's error. */
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
  return new GitSource(mirror, stop, options);
}

/** Keeps up with a branch: its newest commit, checked out. */
export class GitSource {
  readonly #mirror: GitMirror;
  readonly #stop: AbortController;
  readonly #options: GitSourceOptions;
  #checkout: GitCheckout | undefined;
  #inUse: GitCheckout | undefined;
  #checkedAt: number | undefined;
  #failure: string | undefined;
  #submodules = '';

  constructor(mirror: GitMirror, stop: AbortController, options: GitSourceOptions) {
    this.#mirror = mirror;
    this.#stop = stop;
    this.#options = options;
  }

  /** The newest commit that could be checked out. */
  get checkout(): GitCheckout | undefined {
    return this.#checkout;
  }

  /** Runs a task on a checkout that does not change meanwhile; undefined if there is none. One at a time. */
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

  /** Checks for a newer commit; true if there is a new checkout. Never rejects: failures are reported. */
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
    // A start does not wait long if there is a last good table.
    const isQuick = !this.#checkout && (await this.#mirror.fetched()) !== undefined;
    const commit = await this.#mirror.fetch(newest, isQuick ? queryMs : fetchMs);
    if (commit === this.#checkout?.commit) return;
    // A commit that cannot be checked out may be damaged on disk, for example by a power failure.
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

  /** A start while the repository cannot be reached uses the last fetched commit. */
  async #takeFetched(): Promise<void> {
    try {
      const commit = await this.#mirror.fetched();
      if (commit !== undefined) await this.#take(commit);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Aborts a running git. */
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
