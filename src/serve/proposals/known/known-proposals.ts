import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { sameJson } from '#compiled/json.ts';
import {
  listRefs,
  readCommits,
  type ProposalCommit,
  readMerged,
} from '#platform/git/proposals/list-commits.ts';
import { useRepository, type ProposalRepository } from '#platform/git/proposals/repository.ts';
import { cleanName } from '#platform/git/proposals/write-commit.ts';
import type { Proposal, ProposalProblem, Proposer } from '#runtime/ports/proposals.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { Review } from '../hosts/review-host.ts';
import { compareLink } from '../hosts/review-link.ts';
import { KnownConflicts } from './known-conflicts.ts';
import { MergedContents } from './merged-contents.ts';
import { branchOf, readSubject } from '../proposal-names.ts';

/** How long a merged proposal is listed, in milliseconds: 90 days. */
const listedMs = 90 * 86_400_000;

/** How long a list is shared after it was read, in milliseconds. */
const sharedMs = 3000;

/** How many open proposals a person may have; reviewers could not keep up with more. */
const maxOpen = 20;

/** The proposals of the repository. Requests at about the same time share one read. */
export class KnownProposals {
  readonly #options: EngineOptions;
  readonly #update: () => Promise<unknown>;
  readonly #conflicts: KnownConflicts;
  readonly #cache = { commits: new KnownCommits(), contents: new MergedContents() };
  #lastRead: Promise<unknown> = Promise.resolve();
  #latest: { readonly list: Promise<readonly Proposal[]>; until: number } | undefined;

  /** `update` fetches the newest state of the repository. */
  constructor(options: EngineOptions, update: () => Promise<unknown>) {
    this.#options = options;
    this.#update = update;
    this.#conflicts = new KnownConflicts(options);
  }

  /**
   * The proposals of a person, with their conflicts, or all if `person` is undefined. Rejects with a ProposalGitError.
   */
  async list(person: Proposer | undefined): Promise<readonly Proposal[]> {
    const all = await this.#share();
    return person ? this.#conflicts.mark(proposalsOf(person, all)) : all;
  }

  /** Makes the next `list` read the proposals again. */
  forget(): void {
    this.#latest = undefined;
  }

  /**
   * Returns why a person may not make another proposal, according to the last fetch. A proposal with the same subject
   * as an open one is allowed, since it replaces that one.
   */
  async refuseMore(person: Proposer, subject: ProposalSubject): Promise<ProposalProblem | undefined> {
    if ((await this.#countBranches(person)) < maxOpen) return undefined;
    const own = proposalsOf(person, await this.#read());
    const open = own.filter(({ state }) => state === 'open');
    const isReplaced = open.some((one) => sameJson(one.subject, subject));
    if (open.length < maxOpen || isReplaced) return undefined;
    return { problem: 'too_many_open', reason: `The limit is ${maxOpen} open proposals for each person.` };
  }

  /** An upper bound of a person's open proposals, which does not need a request to the host. */
  async #countBranches(person: Proposer): Promise<number> {
    const { target } = this.#options;
    if (!target.settings) return 0;
    const repository = useRepository(await target.place());
    const { open } = await listRefs(repository);
    const own = cleanName(person.id);
    const commits = await readCommits(repository, [...open.values()]);
    return commits.filter(({ proposedBy }) => proposedBy === own).length;
  }

  #share(): Promise<readonly Proposal[]> {
    const { clock } = this.#options;
    if (this.#latest && clock() < this.#latest.until) return this.#latest.list;
    const latest = { list: this.#update().then(() => this.#read()), until: Infinity };
    this.#latest = latest;
    latest.list.then(
      () => (latest.until = clock() + sharedMs),
      () => (latest.until = 0),
    );
    return latest.list;
  }

  /** Reads one after the other, since all reads share the caches. */
  #read(): Promise<readonly Proposal[]> {
    const read = this.#lastRead.then(async () => {
      const repository = useRepository(await this.#options.target.place());
      return listProposals(repository, this.#options, this.#cache);
    });
    this.#lastRead = read.catch(() => undefined);
    return read;
  }
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

/** What is cached between two reads, so that commits are read once. */
interface ListCache {
  readonly commits: KnownCommits;
  readonly contents: MergedContents;
}

/** Lists the proposals found in the refs and the history of the base, newest first. */
async function listProposals(
  repository: ProposalRepository,
  { target: { settings }, clock, reviews }: EngineOptions,
  cache: ListCache,
): Promise<readonly Proposal[]> {
  if (!settings || !reviews) return [];
  const { open, seen, merged } = await listRefs(repository);
  const branchAt = (name: string) => `${settings.branchPrefix}${name}`;
  const since = clock() - listedMs;
  const [byCommit, inBase] = await Promise.all([
    cache.commits.read(repository, [...open.values(), ...seen.values()]),
    readMerged(repository, since),
  ]);
  const takenIn = await cache.contents.find(repository, [...byCommit.values()], since);
  // The merge may leave no other trace: a host may delete the merged branch and drop the commit message.
  const deleted = [...seen].flatMap(([name, tip]) => {
    const commit = open.has(name) ? undefined : byCommit.get(tip);
    const isUnknown =
      commit &&
      commit.at >= since &&
      !takenIn.has(commit.commit) &&
      !inBase.some((one) => isSameProposal(commit, one));
    return isUnknown ? [name] : [];
  });
  const reviewed = await reviews.find(new Set([...open.keys(), ...deleted].map(branchAt)));
  const known = [...seen].flatMap(([name, tip]) => {
    const commit = byCommit.get(open.get(name) ?? tip);
    if (!commit) return [];
    const branch = branchAt(name);
    const mergedAs = inBase.find((one) => isSameProposal(commit, one));
    const review = reviewOf(commit, reviewed.get(branch));
    const isMerged =
      merged.has(name) || mergedAs !== undefined || takenIn.has(commit.commit) || review?.state === 'merged';
    const isOpen = open.has(name) && review?.state !== 'closed';
    const state = isMerged ? 'merged' : isOpen ? 'open' : 'closed';
    return [{ branch, commit, state, mergedAs, review } as const];
  });
  const listed = new Set(known.flatMap(({ mergedAs }) => mergedAs?.commit ?? []));
  const others = inBase.filter(({ commit }) => !listed.has(commit));
  const all = [
    ...known.map(({ branch, commit, state, review }) => {
      const byHand = state === 'open' ? compareLink(settings, branch) : undefined;
      return toProposal(commit, branch, state, review ? { kind: 'review', url: review.url } : byHand);
    }),
    ...others.map((commit) => toProposal(commit, branchName(commit, settings), 'merged')),
  ];
  return all.toSorted((a, b) => b.proposedAt - a.proposedAt);
}

/** Selects a person's proposals from a list. */
function proposalsOf(person: Proposer, list: readonly Proposal[]): readonly Proposal[] {
  const own = cleanName(person.id);
  return list.filter(({ person: { id } }) => id === own);
}

/**
 * Returns the review if it belongs to the commit. A review that ended before the commit was made belongs to an earlier
 * commit on the branch.
 */
function reviewOf({ at }: ProposalCommit, review: Review | undefined): Review | undefined {
  return review?.endedAt !== undefined && review.endedAt < at ? undefined : review;
}

/** Whether a merged commit is the proposal: hosts may merge it as a later commit with the same message. */
function isSameProposal(proposed: ProposalCommit, merged: ProposalCommit): boolean {
  return (
    proposed.proposedBy === merged.proposedBy &&
    proposed.subject === merged.subject &&
    proposed.planDigest === merged.planDigest &&
    proposed.at <= merged.at
  );
}

/** The original branch name of a merged proposal, whose branch may have been deleted. A number at its end is lost. */
function branchName(commit: ProposalCommit, { branchPrefix }: ProposalSettings): string {
  const subject = readSubject(commit.subject);
  return subject ? `${branchPrefix}${branchOf({ id: commit.proposedBy }, subject)}` : '';
}

function toProposal(
  { commit, title, author, proposedBy, subject: text, apis, at }: ProposalCommit,
  branch: string,
  state: Proposal['state'],
  link?: Proposal['link'],
): Proposal {
  const subject = readSubject(text);
  return {
    branch,
    commit,
    title,
    person: { id: proposedBy, name: author },
    subject,
    apis: subject?.api === undefined ? apis : [subject.api],
    proposedAt: at,
    state,
    ...(link && { link }),
  };
}
