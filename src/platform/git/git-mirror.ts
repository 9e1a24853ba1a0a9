import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../files/private-files.ts';
import { environmentOf, type GitRemote } from './git-remote.ts';
import { GitMissingError, runGit } from './run-git.ts';
import { reasonOf, settings, sweep, withoutSettings } from './untrusted-repository.ts';

/** A branch could not be fetched or checked out; the message is one sentence without credentials. */
export class GitMirrorError extends Error {
  override readonly name = 'GitMirrorError';
}

/** How long git may take, in milliseconds. */
export interface GitTimeouts {
  readonly queryMs: number;
  readonly fetchMs: number;
  readonly checkOutMs: number;
}

const ref = 'refs/gatewright/head';

/** A local copy of the newest commit of one branch, without its history, in a folder that only this object uses. */
export class GitMirror {
  readonly #folder: string;
  readonly #remote: GitRemote;
  readonly #timeouts: GitTimeouts;
  readonly #stop: AbortSignal;

  /** `stop` aborts a running task, which then rejects with a GitMirrorError. */
  constructor(folder: string, remote: GitRemote, timeouts: GitTimeouts, stop: AbortSignal) {
    this.#folder = folder;
    this.#remote = remote;
    this.#timeouts = timeouts;
    this.#stop = stop;
  }

  get #repository(): string {
    return join(this.#folder, 'repository.git');
  }

  /** Creates the folder, and removes everything that earlier runs have left in it, except the repositories. */
  async open(): Promise<void> {
    await makePrivateFolder(this.#folder);
    const permanent = new Set(['repository.git', 'history.git', 'in-use.lock']);
    for (const name of await readdir(this.#folder)) {
      if (!permanent.has(name)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** Queries the remote for its newest commit. Rejects with a GitMirrorError. */
  async findNewest(): Promise<string> {
    const { url, branch } = this.#remote;
    const words = ['ls-remote', '--quiet', '--end-of-options', url, `refs/heads/${branch}`];
    const { code, stdout, stderr } = await this.#run(words, this.#timeouts.queryMs);
    if (code !== 0) throw this.#failure(`${url} cannot be read`, stderr);
    const [commit] = /^[0-9a-f]{40,64}(?=\t)/.exec(stdout.toString('latin1')) ?? [];
    if (commit === undefined) throw new GitMirrorError(`${url} has no branch ${branch}.`);
    return commit;
  }

  /** The commit that was fetched last; undefined if there is none. */
  async fetched(): Promise<string | undefined> {
    const words = [`--git-dir=${this.#repository}`, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
    const { code, stdout } = await this.#run(words, this.#timeouts.queryMs);
    return code === 0 ? stdout.toString('latin1').trim() : undefined;
  }

  /**
   * Fetches the newest commit unless it was fetched already, and returns its id. `named` is the commit that the remote
   * named last. Rejects with a GitMirrorError.
   */
  async fetch(named: string, timeoutMs = this.#timeouts.fetchMs): Promise<string> {
    if ((await this.fetched()) === named) return named;
    const { code } = await this.#fetchInto(this.#repository, timeoutMs);
    // The remote responded before, so the local repository may be broken, such as by the lock of a process that was
    // killed.
    if (code !== 0) return this.fetchFromScratch(named, timeoutMs);
    return this.#nameFetched();
  }

  /** Like `fetch`, but into a new repository, which replaces the existing one. */
  async fetchFromScratch(named: string, timeoutMs = this.#timeouts.fetchMs): Promise<string> {
    const temporary = this.#temporaryPath('repository.git');
    try {
      const format = named.length === 64 ? 'sha256' : 'sha1';
      const words = ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, temporary];
      const made = await this.#run(words, this.#timeouts.queryMs);
      if (made.code !== 0) throw this.#failure('A repository cannot be created', made.stderr);
      const { code, stderr } = await this.#fetchInto(temporary, timeoutMs);
      if (code !== 0) throw this.#failure(`${this.#remote.url} cannot be fetched`, stderr);
      await rm(this.#repository, { recursive: true, force: true });
      await rename(temporary, this.#repository);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return this.#nameFetched();
  }

  async #nameFetched(): Promise<string> {
    const commit = await this.fetched();
    if (commit === undefined) throw new GitMirrorError('The fetched object is not a commit.');
    return commit;
  }

  async #fetchInto(repository: string, timeoutMs: number) {
    await sweep(join(repository, 'objects', 'pack'));
    const { url, branch } = this.#remote;
    const options = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
    const words = ['fetch', ...options, '--end-of-options', url, `+refs/heads/${branch}:${ref}`];
    return this.#run([`--git-dir=${repository}`, ...words], timeoutMs);
  }

  /**
   * Checks a fetched commit out into its own folder, which appears once it is complete, and returns the folder.
   * Symbolic links are preserved; the reader must check where they lead. Rejects with a GitMirrorError.
   */
  async checkOut(commit: string): Promise<string> {
    const folder = join(this.#folder, commit);
    const temporary = this.#temporaryPath(commit);
    const environment = { ...withoutSettings, GIT_INDEX_FILE: `${temporary}.index` };
    const places = [`--git-dir=${this.#repository}`, `--work-tree=${temporary}`];
    try {
      await mkdir(temporary, { mode: 0o700 });
      for (const words of [
        ['read-tree', commit],
        ['checkout-index', '--all', '--quiet'],
      ]) {
        const { code, stderr } = await this.#run(
          [...places, ...words],
          this.#timeouts.checkOutMs,
          environment,
        );
        if (code !== 0) throw this.#failure(`Commit ${commit} cannot be checked out`, stderr);
      }
      await rm(folder, { recursive: true, force: true });
      await rename(temporary, folder);
      return folder;
    } finally {
      await rm(temporary, { recursive: true, force: true });
      await rm(`${temporary}.index`, { force: true });
    }
  }

  /** Removes the checkouts of all other commits. */
  async keepOnly(commits: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (/^[0-9a-f]{40,64}$/.test(name) && !commits.includes(name))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** When a fetched commit was made, in milliseconds since 1970-01-01T00:00:00Z. Rejects with a GitMirrorError. */
  async committedAt(commit: string): Promise<number> {
    const words = [`--git-dir=${this.#repository}`, 'log', '-1', '--format=%ct', '--end-of-options', commit];
    const { code, stdout, stderr } = await this.#run(words, this.#timeouts.queryMs, withoutSettings);
    if (code !== 0) throw this.#failure(`Commit ${commit} cannot be read`, stderr);
    return Number(stdout.toString('latin1')) * 1000;
  }

  /** The paths of the submodules in a commit, which are empty folders in its checkout. */
  async submodules(commit: string): Promise<readonly string[]> {
    const words = [`--git-dir=${this.#repository}`, 'ls-tree', '-r', '-z', '--full-tree', commit];
    const { stdout } = await this.#run(words, this.#timeouts.checkOutMs);
    const records = stdout.toString().split('\0');
    return records.flatMap((record) =>
      record.startsWith('160000 ') ? [record.replace(/^[^\t]*\t/, '')] : [],
    );
  }

  #temporaryPath(name: string): string {
    return join(this.#folder, `${name}.${randomBytes(6).toString('hex')}`);
  }

  async #run(words: readonly string[], timeoutMs: number, environment?: Readonly<Record<string, string>>) {
    const signal = AbortSignal.any([this.#stop, AbortSignal.timeout(timeoutMs)]);
    // Keeps git from using a repository that the state folder happens to be in.
    const GIT_CEILING_DIRECTORIES = dirname(this.#folder);
    const known = { GIT_CEILING_DIRECTORIES, ...(environment ?? environmentOf(this.#remote, process.env)) };
    try {
      return await runGit(this.#folder, [...settings, ...words], { environment: known, signal });
    } catch (error) {
      if (error instanceof GitMissingError) throw new GitMirrorError('git is not installed: install it.');
      if (this.#stop.aborted) throw new GitMirrorError('Git was stopped.');
      if (signal.aborted) throw new GitMirrorError(explainTimeout(this.#remote.url, timeoutMs));
      throw error;
    }
  }

  #failure(what: string, stderr: string): GitMirrorError {
    return new GitMirrorError(`${what}: ${reasonOf(stderr, this.#remote)}.`);
  }
}

function explainTimeout(url: string, timeoutMs: number): string {
  return `${url} has not responded completely within ${timeoutMs / 1000} seconds.`;
}
