import { findMerge } from '#platform/git/proposals/find-merge.ts';
import { pushRefs, type PushedRef } from '#platform/git/proposals/push-refs.ts';
import { declinedRefs, readRefs } from '#platform/git/proposals/read-refs.ts';
import {
  ProposalGitError,
  type ProposalRepository,
  useRepository,
} from '#platform/git/proposals/repository.ts';
import { writeCommit, type CommitDraft } from '#platform/git/proposals/write-commit.ts';
import {
  isProposedBy,
  type ApprovalRefusal,
  type DeclinedProposal,
  type DisplayedBranch,
  type DisplayedDecline,
  type DisplayedMerge,
  type MergedProposal,
  type Proposal,
  type ProposalProblem,
  type Proposer,
  type ReviewedProposal,
  type WithdrawnProposal,
} from '#runtime/ports/proposals.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { KnownProposals } from '../known/known-proposals.ts';
import { authorOf, committerOf, messageOfDecline, messageOfMerge } from '../proposal-names.ts';
import { withMerge, type MergeBase, type PreparedMerge, type Unmergeable } from './preview-merge.ts';

interface Given {
  readonly options: EngineOptions;
  readonly known: KnownProposals;
  /** The base of the last fetch. */
  readonly base: () => MergeBase;
}

/** Shows, withdraws, declines and approves proposals. All methods reject with a ProposalGitError. */
export class ProposalReviews {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  async read(branch: string, person: Proposer): Promise<ReviewedProposal | ProposalProblem> {
    const proposal = await this.#find(branch);
    if (!proposal) return unknownProposal;
    if (proposal.state === 'closed') return { proposal };
    if (proposal.state === 'merged') {
      const repository = useRepository(await this.#given.options.target.place());
      const mergeCommit = await findMerge(repository, this.#given.base().commit, proposal.commit);
      return { proposal, ...(mergeCommit !== undefined && { mergeCommit }) };
    }
    const merge = await this.#merge(proposal, person, async ({ preview }) => preview);
    return { proposal, merge };
  }

  async withdraw(
    { branch, commit }: DisplayedBranch,
    person: Proposer,
  ): Promise<WithdrawnProposal | ProposalProblem> {
    const proposal = await this.#find(branch);
    if (!proposal || !isProposedBy(person, proposal)) return unknownProposal;
    const problem = findChange(proposal, commit);
    if (problem) return problem;
    await this.#push([{ ref: `refs/heads/${branch}`, commit: undefined, expected: commit }]);
    return { withdrawn: { ...proposal, state: 'closed' } };
  }

  async decline(displayed: DisplayedDecline, person: Proposer): Promise<DeclinedProposal | ProposalProblem> {
    // A review that was closed in the last minute ends its proposal.
    await this.#given.options.reviews?.forget();
    const proposal = await this.#find(displayed.branch);
    if (!proposal) return unknownProposal;
    const problem = findChange(proposal, displayed.commit);
    if (problem) return problem;
    const declined = await this.#merge(proposal, person, async ({ repository, preview: { refused } }) => {
      if (refused) return { problem: 'decline_refused', reason: declineRefusals[refused] } as const;
      return this.#recordDecline(repository, proposal, { person, reason: displayed.reason });
    });
    return typeof declined === 'string' ? undeclinable[declined] : declined;
  }

  /** Deletes the branch, and records why, at once: the one without the other would be lost, or be wrong. */
  async #recordDecline(
    repository: ProposalRepository,
    proposal: Proposal,
    { person, reason }: { readonly person: Proposer; readonly reason: string },
  ): Promise<DeclinedProposal> {
    const { branch, commit } = proposal;
    const record = await this.#commit(repository, {
      parents: [commit],
      tree: (await repository.read(['rev-parse', `${commit}^{tree}`])).trim(),
      message: messageOfDecline(proposal, person, reason),
      person,
    });
    // A declined branch may have been pushed again since, and others may have put anything in the place of a record.
    const before = (await readRefs(repository, declinedRefs)).get(commit) ?? '';
    await this.#push(
      [
        { ref: `refs/heads/${branch}`, commit: undefined, expected: commit },
        { ref: `${declinedRefs}${commit}`, commit: record, expected: before },
      ],
      repository,
    );
    const declined = { by: person.name, reason, at: this.#given.options.clock() };
    return { declined: { ...proposal, state: 'closed', declined } };
  }

  async approve(displayed: DisplayedMerge, person: Proposer): Promise<MergedProposal | ProposalProblem> {
    // A review that was closed in the last minute ends its proposal.
    await this.#given.options.reviews?.forget();
    const proposal = await this.#find(displayed.branch);
    if (!proposal) return unknownProposal;
    const problem = findChange(proposal, displayed.commit);
    if (problem) return problem;
    const merged = await this.#merge(proposal, person, async (merge) => {
      return findObstacle(merge, displayed) ?? (await this.#commitMerge(merge, proposal, person));
    });
    return typeof merged === 'string' ? unmergeable[merged] : merged;
  }

  async #commitMerge(
    { repository, tree, preview }: PreparedMerge,
    proposal: Proposal,
    person: Proposer,
  ): Promise<MergedProposal | ProposalProblem> {
    const commit = await this.#commit(repository, {
      parents: [preview.base, proposal.commit],
      tree,
      message: messageOfMerge(proposal, person),
      person,
    });
    try {
      const ref = `refs/heads/${this.#given.options.target.settings?.base ?? ''}`;
      await this.#push([{ ref, commit, expected: preview.base }], repository);
    } catch (error) {
      if (error instanceof ProposalGitError && error.reason === 'moved') return movedBase;
      throw error;
    }
    return { merged: { ...proposal, state: 'merged' }, commit };
  }

  /** Writes a commit of the gateway with a person as its author. */
  async #commit(
    repository: ProposalRepository,
    { person, ...draft }: Pick<CommitDraft, 'parents' | 'tree' | 'message'> & { readonly person: Proposer },
  ): Promise<string> {
    const { host, clock, readSigningKey } = this.#given.options;
    const signingKey = await readSigningKey();
    return writeCommit(repository, {
      ...draft,
      author: authorOf(person, host),
      committer: committerOf(host),
      at: clock(),
      ...(signingKey !== undefined && { signingKey }),
    });
  }

  /** The newest proposal on a branch, by a fetch that begins now; the state of its review may be a minute old. */
  async #find(branch: string): Promise<Proposal | undefined> {
    const { known } = this.#given;
    known.forget();
    const onBranch = await known.listAll({ branch });
    return onBranch.find(({ state }) => state === 'open') ?? onBranch[0];
  }

  #merge<Result>(proposal: Proposal, person: Proposer, work: (merge: PreparedMerge) => Promise<Result>) {
    const { options, base } = this.#given;
    return withMerge({ options, base: base() }, proposal, person, work);
  }

  async #push(refs: readonly PushedRef[], given?: ProposalRepository): Promise<void> {
    const { target, pushMs } = this.#given.options;
    const place = await target.place();
    if (!place.remote) throw new ProposalGitError('unavailable', 'There is no repository to push to.');
    try {
      const repository = given ?? useRepository(place);
      await pushRefs(repository, place.remote, { refs, options: [], timeoutMs: pushMs });
    } finally {
      this.#given.known.forget();
    }
  }
}

/** Why a proposal is not as it was displayed; undefined if it is. */
function findChange({ state, commit }: Proposal, displayed: string): ProposalProblem | undefined {
  if (state === 'merged') return { problem: 'proposal_ended', reason: 'The proposal is merged already.' };
  if (state === 'closed') return { problem: 'proposal_ended', reason: 'The proposal is closed already.' };
  if (commit === displayed) return undefined;
  return { problem: 'conflict', reason: 'The branch has another commit now: check the proposal again.' };
}

/** Why the merge that a person has seen is not made; undefined if it can be. */
function findObstacle(
  { preview: { base, plan, obstacle, refused } }: PreparedMerge,
  displayed: DisplayedMerge,
): ProposalProblem | undefined {
  if (refused) return { problem: 'approval_refused', reason: refusals[refused] };
  if (base !== displayed.base) return movedBase;
  if (obstacle) return { problem: obstacle, reason: obstacles[obstacle] };
  if (plan?.digest === displayed.plan) return undefined;
  return {
    problem: 'plan_changed',
    reason: 'The plan has changed since the page was shown: check the proposal again.',
  };
}

const unknownProposal: ProposalProblem = {
  problem: 'proposal_unknown',
  reason: 'There is no proposal on this branch, or it is not yours.',
};

const movedBase: ProposalProblem = {
  problem: 'base_moved',
  reason: 'The declarations have changed since the page was shown: check the proposal again.',
};

const obstacles = {
  lint_errors: 'The declarations would have errors if the proposal were merged.',
  forbidden_by_plan: 'The rules for changes forbid the proposal.',
} as const;

const refusals: Readonly<Record<ApprovalRefusal, string>> = {
  own: 'You cannot approve your own proposal.',
  not_owner: 'You do not own everything that the proposal changes.',
  changed: 'The branch has commits that the gateway has not made.',
  links: 'The repository has symbolic links, so the gateway does not know all that the proposal changes.',
  not_declared: 'Proposals are not merged in the store here.',
};

const declineRefusals: Readonly<Record<ApprovalRefusal, string>> = {
  ...refusals,
  own: 'You cannot decline your own proposal; withdraw it.',
  not_declared: 'Proposals are neither approved nor declined in the store here.',
};

const unmergeable: Readonly<Record<Unmergeable, ProposalProblem>> = {
  conflict: { problem: 'merge_conflict', reason: 'The proposal conflicts with the declarations.' },
  not_own: { problem: 'approval_refused', reason: refusals.not_owner },
  too_large: { problem: 'approval_refused', reason: 'The proposal is too large to be merged in the store.' },
  unreadable: { problem: 'approval_refused', reason: 'The proposal changes a file that is not text.' },
  base_broken: {
    problem: 'base_broken',
    reason: 'The declarations have errors, which must be fixed first.',
  },
};

const undeclinable: Readonly<Record<Unmergeable, ProposalProblem>> = {
  ...unmergeable,
  not_own: { problem: 'decline_refused', reason: refusals.not_owner },
  too_large: { problem: 'decline_refused', reason: 'The proposal is too large to be declined in the store.' },
  unreadable: { problem: 'decline_refused', reason: 'The proposal changes a file that is not text.' },
};
