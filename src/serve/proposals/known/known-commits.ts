import { type ProposalCommit, readCommits } from '#platform/git/proposals/list-commits.ts';
import type { ProposalRepository } from '#platform/git/proposals/repository.ts';

/** The commits of proposals, each read once while it is asked for. */
export class KnownCommits {
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
