import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import { dateFirstChange } from '#platform/git/proposals/first-change.ts';
import { mergeTree } from '#platform/git/proposals/merge-tree.ts';
import { inScratch, type ProposalRepository, useRepository } from '#platform/git/proposals/repository.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';
import type { EngineOptions } from '../engine-options.ts';

/** What is known of a commit of the base. */
interface KnownOfBase {
  readonly base: string;
  /** Since when each commit conflicts with it, in milliseconds since 1970; undefined for those that do not. */
  readonly found: Map<string, Promise<number | undefined>>;
}

/** What the search for conflicts uses. */
interface ConflictOptions extends Pick<EngineOptions, 'clock'> {
  readonly target: Pick<EngineOptions['target'], 'place'>;
}

/** Which proposals git cannot merge into the base. Each is merged once for each commit of the base. */
export class KnownConflicts {
  readonly #options: ConflictOptions;
  #known: KnownOfBase | undefined;

  constructor(options: ConflictOptions) {
    this.#options = options;
  }

  /** Returns the proposals, those that conflict with the date since when they do. */
  async mark(proposals: readonly Proposal[]): Promise<readonly Proposal[]> {
    const open = proposals.filter(({ state }) => state === 'open');
    if (open.length === 0) return proposals;
    const repository = useRepository(await this.#options.target.place());
    const base = (await repository.read(['rev-parse', '--verify', `${baseRef}^{commit}`])).trim();
    // Another list may see the next base before this one has ended.
    const known = this.#known?.base === base ? this.#known : { base, found: new Map() };
    this.#known = known;
    const marked = new Map<string, number>();
    // One after the other, since a person waits for few, and many processes at once would delay all others.
    for (const { commit } of open) {
      const since = await this.#find(known, commit);
      if (since !== undefined) marked.set(commit, since);
    }
    return proposals.map((one) => {
      const since = one.state === 'open' ? marked.get(one.commit) : undefined;
      return since === undefined ? one : { ...one, conflictsSince: since };
    });
  }

  /** Undefined also if git fails, which the page of the proposal reports; the next list tries again. */
  async #find({ base, found }: KnownOfBase, commit: string): Promise<number | undefined> {
    const finding = found.get(commit) ?? this.#merge(base, commit);
    found.set(commit, finding);
    try {
      return await finding;
    } catch {
      if (found.get(commit) === finding) found.delete(commit);
      return undefined;
    }
  }

  async #merge(base: string, commit: string): Promise<number | undefined> {
    const { target, clock } = this.#options;
    return inScratch(await target.place(), async (repository) => {
      const at = await dateConflict(repository, base, commit);
      return at === undefined ? undefined : (dateOfCommit(at, clock()) ?? clock());
    });
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
