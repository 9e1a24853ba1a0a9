import type { GitRemote } from '../git-remote.ts';
import { fetchRefs, isUnchanged, type FetchedRefs, type FetchedState } from './fetch-refs.ts';
import type { ProposalRepository } from './repository.ts';

/** The repository of the copy, and its remote with its current credentials. */
interface OpenedCopy {
  readonly repository: ProposalRepository;
  readonly remote: GitRemote;
}

/**
 * With so many branches, git takes longer to fetch nothing than to ask the remote whether there is something. With
 * fewer, the remote is asked only once.
 */
const manyBranches = 500;

/**
 * The longest time without a fetch, in milliseconds: an hour. A fetch also forgets proposals that were closed long ago, which
 * no change of the remote does.
 */
const longestMs = 3_600_000;

interface CopyUpdate {
  readonly state: Promise<FetchedState>;
  hasBegun: boolean;
}

/** A copy of a remote with its proposals, which only this gateway writes. */
export class RemoteCopy {
  readonly #open: () => Promise<OpenedCopy>;
  readonly #refs: FetchedRefs;
  readonly #clock: () => number;
  #last: { readonly state: FetchedState; readonly at: number } | undefined;
  /** The update that calls share. */
  #updating: CopyUpdate | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** `clock` returns milliseconds since 1970. */
  constructor(open: () => Promise<OpenedCopy>, refs: FetchedRefs, clock: () => number) {
    this.#open = open;
    this.#refs = refs;
    this.#clock = clock;
  }

  /**
   * Brings the copy up to date. Returns the same object as before, for up to an hour, if nothing has changed. Concurrent
   * calls share one update. Rejects with a ProposalGitError.
   */
  update(): Promise<FetchedState> {
    this.#updating ??= this.#plan();
    return this.#updating.state;
  }

  /**
   * Call this when the gateway has changed the remote: the next update begins afterwards. An update that waits for another
   * one does so anyway, so that at most one is ever waiting.
   */
  expectChange(): void {
    if (this.#updating?.hasBegun) this.#updating = undefined;
  }

  /** Plans an update after all others. */
  #plan(): CopyUpdate {
    const begin = () => {
      planned.hasBegun = true;
      return this.#update();
    };
    const end = () => {
      if (this.#updating === planned) this.#updating = undefined;
    };
    const planned: CopyUpdate = { state: this.#ended.then(begin).finally(end), hasBegun: false };
    this.#ended = planned.state.catch(() => undefined);
    return planned;
  }

  async #update(): Promise<FetchedState> {
    const { repository, remote } = await this.#open();
    const now = this.#clock();
    const last = this.#last && now < this.#last.at + longestMs ? this.#last : undefined;
    if (last && last.state.open.size >= manyBranches)
      if (await isUnchanged(repository, remote, this.#refs, last.state)) return last.state;
    // A fetch that fails may have changed some refs.
    this.#last = undefined;
    const state = await fetchRefs(repository, remote, this.#refs, now);
    this.#last = last && isSame(last.state, state) ? last : { state, at: now };
    return this.#last.state;
  }
}

function isSame(one: FetchedState, other: FetchedState): boolean {
  const parts = ['open', 'seen', 'declined'] as const satisfies readonly (keyof FetchedState)[];
  return one.base === other.base && parts.every((part) => areEqual(one[part], other[part]));
}

function areEqual(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, commit]) => other.get(name) === commit);
}
