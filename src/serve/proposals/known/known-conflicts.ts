import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import { dateFirstChange } from '#platform/git/proposals/first-change.ts';
import { mergeTree } from '#platform/git/proposals/merge-tree.ts';
import {
  inScratch,
  ProposalGitError,
  type ProposalRepository,
  useRepository,
} from '#platform/git/proposals/repository.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';
import type { EngineOptions } from '../engine-options.ts';

/** Since when a commit conflicts with a base, in milliseconds since 1970; undefined if it does not, or if git cannot tell. */
type Conflict = Promise<number | undefined>;

/** Which proposals git cannot merge into the base. Each is merged once for each commit of the base. */
export class KnownConflicts {
  readonly #options: EngineOptions;
  #base: string | undefined;
  /** By the commit of the proposal. */
  readonly #found = new Map<string, Conflict>();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Returns the proposals, those that conflict with the date since when they do. */
  async mark(proposals: readonly Proposal[]): Promise<readonly Proposal[]> {
    const open = proposals.filter(({ state }) => state === 'open');
    if (open.length === 0) return proposals;
    const repository = useRepository(await this.#options.target.place());
    const base = (await repository.read(['rev-parse', '--verify', `${baseRef}^{commit}`])).trim();
    if (base !== this.#base) this.#found.clear();
    this.#base = base;
    const marked = new Map<string, number>();
    // One after the other, since a person waits for few, and many processes at once would delay all others.
    for (const { commit } of open) {
      const since = await this.#find(base, commit);
      if (since !== undefined) marked.set(commit, since);
    }
    return proposals.map((one) => {
      const since = one.state === 'open' ? marked.get(one.commit) : undefined;
      return since === undefined ? one : { ...one, conflictsSince: since };
    });
  }

  #find(base: string, commit: string): Conflict {
    const known = this.#found.get(commit);
    if (known) return known;
    const found = this.#merge(base, commit);
    this.#found.set(commit, found);
    return found;
  }

  /** The page of the proposal says why git cannot tell. */
  async #merge(base: string, commit: string): Conflict {
    const { target, clock } = this.#options;
    try {
      return await inScratch(await target.place(), async (repository) => {
        const at = await dateConflict(repository, base, commit);
        return at === undefined ? undefined : (dateOfCommit(at, clock()) ?? clock());
      });
    } catch (error) {
      if (error instanceof ProposalGitError) return undefined;
      throw error;
    }
  }
}

async function dateConflict(
  repository: ProposalRepository,
  base: string,
  commit: string,
): Promise<number | undefined> {
  const merged = await mergeTree(repository, base, commit);
  return 'conflicts' in merged ? dateFirstChange(repository, base, commit, merged.conflicts) : undefined;
}
