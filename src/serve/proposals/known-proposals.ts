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
import type { EngineOptions } from './engine-options.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { Review } from './hosts/review-host.ts';
import { compareLink } from './hosts/review-link.ts';
import { branchOf, readSubject } from './proposal-names.ts';

/** How long a merged proposal is listed, in milliseconds: 90 days. */
const listedMs = 90 * 86_400_000;

/** How long a list that was read is shared, in milliseconds. */
const sharedMs = 3000;

/** Open proposals of one person; their reviewers cannot keep up with more. */
const maxOpen = 20;

/** The proposals of the repository, read once for everyone who asks at about the same time. */
export class KnownProposals {
  readonly #options: EngineOptions;
  readonly #update: () => Promise<unknown>;
  #latest: { readonly list: Promise<readonly Proposal[]>; until: number } | undefined;

  /** `update` fetches the newest state of the repository. */
  constructor(options: EngineOptions, update: () => Promise<unknown>) {
    this.#options = options;
    this.#update = update;
  }

  /** Those of a person, or all. Rejects with a ProposalGitError. */
  async list(person: Proposer | undefined): Promise<readonly Proposal[]> {
    const all = await this.#share();
    return person ? proposalsOf(person, all) : all;
  }

  /** The next one who asks gets a list that is read from then on. */
  forget(): void {
    this.#latest = undefined;
  }

  /** Why a person may not propose something else, by what was fetched last. A change of the same subject replaces. */
  async refuseMore(person: Proposer, subject: ProposalSubject): Promise<ProposalProblem | undefined> {
    if ((await this.#countBranches(person)) < maxOpen) return undefined;
    const own = proposalsOf(person, await this.#read());
    const open = own.filter(({ state }) => state === 'open');
    const isReplaced = open.some((one) => sameJson(one.subject, subject));
    if (open.length < maxOpen || isReplaced) return undefined;
    return { problem: 'too_many_open', reason: `The limit is ${maxOpen} open proposals for each person.` };
  }

  /** Those that may be open, without asking the host which of them are not. */
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

  async #read(): Promise<readonly Proposal[]> {
    return listProposals(useRepository(await this.#options.target.place()), this.#options);
  }
}

/** The proposals that a repository knows, by its refs and the history of its base; the newest first. */
async function listProposals(
  repository: ProposalRepository,
  { target: { settings }, clock, reviews }: EngineOptions,
): Promise<readonly Proposal[]> {
  if (!settings || !reviews) return [];
  const { open, seen, merged } = await listRefs(repository);
  const branchAt = (name: string) => `${settings.branchPrefix}${name}`;
  const since = clock() - listedMs;
  const [tips, inBase] = await Promise.all([
    readCommits(repository, [...open.values(), ...seen.values()]),
    readMerged(repository, since),
  ]);
  const byCommit = new Map(tips.map((one) => [one.commit, one]));
  // A host may delete the branch that it merges, and keep nothing of its message.
  const deleted = [...seen].flatMap(([name, tip]) => {
    const commit = open.has(name) ? undefined : byCommit.get(tip);
    const isUnknown = commit && commit.at >= since && !inBase.some((one) => isSameProposal(commit, one));
    return isUnknown ? [name] : [];
  });
  const reviewed = await reviews.find(new Set([...open.keys(), ...deleted].map(branchAt)));
  const known = [...seen].flatMap(([name, tip]) => {
    const commit = byCommit.get(open.get(name) ?? tip);
    if (!commit) return [];
    const branch = branchAt(name);
    const mergedAs = inBase.find((one) => isSameProposal(commit, one));
    const review = reviewOf(commit, reviewed.get(branch));
    const isMerged = merged.has(name) || mergedAs !== undefined || review?.state === 'merged';
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

/** The proposals of a list that a person has made. */
function proposalsOf(person: Proposer, list: readonly Proposal[]): readonly Proposal[] {
  const own = cleanName(person.id);
  return list.filter(({ person: { id } }) => id === own);
}

/** A review that ended before the commit was made is about an earlier one on the same branch. */
function reviewOf({ at }: ProposalCommit, review: Review | undefined): Review | undefined {
  return review?.endedAt !== undefined && review.endedAt < at ? undefined : review;
}

/** Hosts may merge a commit as another one with the same message, later. */
function isSameProposal(proposed: ProposalCommit, merged: ProposalCommit): boolean {
  return (
    proposed.proposedBy === merged.proposedBy &&
    proposed.subject === merged.subject &&
    proposed.planDigest === merged.planDigest &&
    proposed.at <= merged.at
  );
}

/** Its branch may be deleted, and had this name unless it had a number. */
function branchName(commit: ProposalCommit, { branchPrefix }: ProposalSettings): string {
  const subject = readSubject(commit.subject);
  return subject ? `${branchPrefix}${branchOf({ id: commit.proposedBy }, subject)}` : '';
}

function toProposal(
  { commit, title, author, proposedBy, subject, at }: ProposalCommit,
  branch: string,
  state: Proposal['state'],
  link?: Proposal['link'],
): Proposal {
  return {
    branch,
    commit,
    title,
    person: { id: proposedBy, name: author },
    subject: readSubject(subject),
    proposedAt: at,
    state,
    ...(link && { link }),
  };
}
