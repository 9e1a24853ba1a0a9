import {
  listMerged,
  readCommits,
  readMerged,
  type ProposalCommit,
} from '#platform/git/proposals/list-commits.ts';
import { readDeclines, type Decline } from '#platform/git/proposals/list-declines.ts';
import type { FetchedState } from '#platform/git/proposals/fetch-refs.ts';
import type { ProposalRepository } from '#platform/git/proposals/repository.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';
import { MergedContents } from './merged-contents.ts';

/** What the repository says of proposals. Names are those on the remote, without the common prefix. */
export interface RepositoryFacts {
  /** The commits of the branches that exist. */
  readonly open: ReadonlyMap<string, string>;
  /** The last commits of all branches that existed within the last 90 days. */
  readonly seen: ReadonlyMap<string, string>;
  /** The names of open proposals that the base contains. */
  readonly merged: ReadonlySet<string>;
  /** The proposals among the commits of the branches. */
  readonly byCommit: ReadonlyMap<string, ProposalCommit>;
  /** The proposals in the history of the base. */
  readonly inBase: MergedCommits;
  /** The commits whose contents the base has taken in. */
  readonly takenIn: ReadonlySet<string>;
  /** The records of the proposals that were declined within the last 90 days, by the commits of these. */
  readonly declines: ReadonlyMap<string, Decline>;
  /**
   * The branches whose reviews decide about their proposals, by their whole names: those that exist, and deleted ones
   * without another trace of a merge. A host may delete a merged branch and drop the commit message.
   */
  readonly toReview: ReadonlySet<string>;
}

interface ReadFacts {
  readonly branchPrefix: string;
  /** In milliseconds since 1970, as `now`. */
  readonly sinceMs: number;
  readonly now: number;
}

/** Reads what the repository says of proposals; each commit once. */
export class FactsReader {
  readonly #commits = new KnownCommits();
  readonly #contents = new MergedContents();

  /**
   * Reads what a fetch has brought, and the merges and declines since `sinceMs`, in milliseconds since 1970. Must have ended before it
   * is called again.
   */
  async read(
    repository: ProposalRepository,
    { open, seen: encoded }: Pick<FetchedState, 'open' | 'seen'>,
    { branchPrefix, sinceMs, now }: ReadFacts,
  ): Promise<RepositoryFacts> {
    const seen = new Map([...encoded].map(([name, commit]) => [decodeURIComponent(name), commit]));
    const declines = selectRecent(await readDeclines(repository), sinceMs, now);
    const [merged, byCommit, commits] = await Promise.all([
      listMerged(repository),
      this.#commits.read(repository, [...open.values(), ...seen.values(), ...declines.keys()]),
      readMerged(repository, sinceMs),
    ]);
    const takenIn = await this.#contents.find(repository, [...byCommit.values()], sinceMs);
    const inBase = new MergedCommits(commits);
    const deleted = [...seen].flatMap(([name, tip]) => {
      const commit = open.has(name) ? undefined : byCommit.get(tip);
      const isUnknown = commit && commit.at >= sinceMs && !takenIn.has(commit.commit) && !inBase.find(commit);
      return isUnknown ? [name] : [];
    });
    const toReview = new Set([...open.keys(), ...deleted].map((name) => `${branchPrefix}${name}`));
    return { open, seen, merged, byCommit, inBase, takenIn, declines, toReview };
  }
}

/** How far the clock of another gateway may be ahead, in milliseconds: a day. */
const maxAheadMs = 86_400_000;

/**
 * The records since `sinceMs`, none of them dated later than `now`. Whoever pushes a record chooses its date, and one far ahead
 * would be the newest for ever.
 */
function selectRecent(
  declines: ReadonlyMap<string, Decline>,
  sinceMs: number,
  now: number,
): ReadonlyMap<string, Decline> {
  const recent = [...declines].filter(([, { at }]) => sinceMs <= at && at <= now + maxAheadMs);
  return new Map(
    recent.map(([proposal, decline]) => [proposal, { ...decline, at: dateOfCommit(decline.at, now) ?? now }]),
  );
}

/** The commits of the base that contain proposals, by these. */
class MergedCommits {
  readonly all: readonly ProposalCommit[];
  readonly #byProposal: ReadonlyMap<string, readonly ProposalCommit[]>;

  constructor(all: readonly ProposalCommit[]) {
    this.all = all;
    this.#byProposal = Map.groupBy(all, keyOf);
  }

  /** The commit as which a proposal was merged: hosts may merge it as a later commit with the same message. */
  findExactly({ commit }: ProposalCommit): ProposalCommit | undefined {
    return this.all.find((one) => one.commit === commit);
  }

  find(proposed: ProposalCommit): ProposalCommit | undefined {
    return this.#byProposal.get(keyOf(proposed))?.find(({ at }) => proposed.at <= at);
  }
}

function keyOf({ proposedBy, subject, planDigest }: ProposalCommit): string {
  return JSON.stringify([proposedBy, subject, planDigest]);
}

/** The commits of proposals, each read once while it is asked for. */
class KnownCommits {
  /** Undefined for a commit that is not a proposal. */
  #known: ReadonlyMap<string, ProposalCommit | undefined> = new Map();

  /** Those of the commits that are proposals, by their ids. */
  async read(
    repository: ProposalRepository,
    commits: readonly string[],
  ): Promise<ReadonlyMap<string, ProposalCommit>> {
    const unread = commits.filter((commit) => !this.#known.has(commit));
    const read = new Map((await readCommits(repository, unread)).map((one) => [one.commit, one]));
    this.#known = new Map(commits.map((commit) => [commit, this.#known.get(commit) ?? read.get(commit)]));
    const found = [...this.#known].flatMap(([commit, one]) => (one ? [[commit, one] as const] : []));
    return new Map(found);
  }
}
