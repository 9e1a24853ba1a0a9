import {
  type BaseCommit,
  type ChangedContent,
  readBaseHistory,
  readChanges,
} from '#platform/git/proposals/base-history.ts';
import type { ProposalRepository } from '#platform/git/proposals/repository.ts';

/**
 * Which proposals the base has taken in, by their contents: a squash, a rebase or a commit by hand has neither their
 * commits nor, perhaps, their messages. What was read is cached, so that each commit is read once.
 */
export class MergedContents {
  #last: string | undefined;
  #count = 0;
  /** The contents that each file had after commits of the base, by path, the oldest first. */
  readonly #contents = new Map<string, { readonly at: number; readonly content: string }[]>();
  readonly #positions = new Map<string, number>();
  #changes = new Map<string, readonly ChangedContent[]>();

  /**
   * The proposals whose files all have the proposed content at once, in a commit of the base after the one that the
   * proposal is made from. A proposal that is reverted later counts as merged.
   */
  async find(
    repository: ProposalRepository,
    proposals: readonly { readonly commit: string; readonly parents: readonly string[] }[],
    sinceMs: number,
  ): Promise<ReadonlySet<string>> {
    await this.#readBase(repository, sinceMs);
    await this.#readProposals(
      repository,
      proposals.map(({ commit }) => commit),
    );
    const merged = proposals.filter(({ commit, parents }) =>
      this.#isTakenIn(this.#changes.get(commit) ?? [], this.#positions.get(parents[0] ?? '') ?? -1),
    );
    return new Set(merged.map(({ commit }) => commit));
  }

  async #readBase(repository: ProposalRepository, sinceMs: number): Promise<void> {
    const { commits, continues } = await readBaseHistory(repository, this.#last, sinceMs);
    if (!continues) this.#forget();
    for (const commit of commits) this.#add(commit);
  }

  #forget(): void {
    this.#count = 0;
    this.#contents.clear();
    this.#positions.clear();
  }

  #add({ commit, changes }: BaseCommit): void {
    const at = this.#count++;
    this.#last = commit;
    this.#positions.set(commit, at);
    for (const { path, content } of changes) {
      const known = this.#contents.get(path);
      if (known) known.push({ at, content });
      else this.#contents.set(path, [{ at, content }]);
    }
  }

  /** Reads the changes of new proposals, and drops those of proposals that are not listed any more. */
  async #readProposals(repository: ProposalRepository, commits: readonly string[]): Promise<void> {
    const unread = commits.filter((commit) => !this.#changes.has(commit));
    const read = await readChanges(repository, unread);
    const remaining = commits.map(
      (commit) => [commit, this.#changes.get(commit) ?? read.get(commit) ?? []] as const,
    );
    this.#changes = new Map(remaining);
  }

  #isTakenIn(changes: readonly ChangedContent[], after: number): boolean {
    const [first, ...others] = changes;
    if (!first) return false;
    return this.#spansOf(first, after).some(([start, end]) => this.#areAllIn(others, start, end));
  }

  /** Whether there is a commit from `start`, before `end`, at which all files have their contents. */
  #areAllIn(changes: readonly ChangedContent[], start: number, end: number): boolean {
    const [first, ...others] = changes;
    if (!first) return true;
    return this.#spansOf(first, -1).some(([from, until]) => {
      const [begin, stop] = [Math.max(start, from), Math.min(end, until)];
      return begin < stop && this.#areAllIn(others, begin, stop);
    });
  }

  /** The spans of commits in which a file has a content, that begin after a commit. */
  #spansOf({ path, content }: ChangedContent, after: number): readonly (readonly [number, number])[] {
    const known = this.#contents.get(path) ?? [];
    return known.flatMap((one, index) => {
      const end = known[index + 1]?.at ?? this.#count;
      return one.content === content && one.at > after ? [[one.at, end] as const] : [];
    });
  }
}
