import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalCommit } from '#platform/git/proposals/list-commits.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import type { Review } from '../hosts/review-host.ts';
import { compareLink } from '../hosts/review-link.ts';
import { branchOf, readSubject } from '../proposal-names.ts';
import type { RepositoryFacts } from './repository-facts.ts';

/** The proposals that the repository has, newest first. `reviewed` has the known reviews, by branch. */
export function listProposals(
  { open, seen, merged, byCommit, inBase, takenIn }: RepositoryFacts,
  reviewed: ReadonlyMap<string, Review>,
  settings: ProposalSettings,
): readonly Proposal[] {
  const known = [...seen].flatMap(([name, tip]) => {
    const commit = byCommit.get(open.get(name) ?? tip);
    if (!commit) return [];
    const branch = `${settings.branchPrefix}${name}`;
    const mergedAs = inBase.find(commit);
    const review = reviewOf(commit, reviewed.get(branch));
    const isMerged =
      merged.has(name) || mergedAs !== undefined || takenIn.has(commit.commit) || review?.state === 'merged';
    const isOpen = open.has(name) && review?.state !== 'closed';
    const state = isMerged ? 'merged' : isOpen ? 'open' : 'closed';
    return [{ branch, commit, state, mergedAs, review } as const];
  });
  const listed = new Set(known.flatMap(({ mergedAs }) => mergedAs?.commit ?? []));
  const others = inBase.all.filter(({ commit }) => !listed.has(commit));
  const all = [
    ...known.map(({ branch, commit, state, review }) => {
      const byHand = state === 'open' ? compareLink(settings, branch) : undefined;
      return toProposal(commit, branch, state, review ? { kind: 'review', url: review.url } : byHand);
    }),
    ...others.map((commit) => toProposal(commit, branchName(commit, settings), 'merged')),
  ];
  return all.toSorted((a, b) => b.proposedAt - a.proposedAt);
}

/**
 * Returns the review if it belongs to the commit. A review that ended before the commit was made belongs to an earlier
 * commit on the branch.
 */
function reviewOf({ at }: ProposalCommit, review: Review | undefined): Review | undefined {
  return review?.endedAt !== undefined && review.endedAt < at ? undefined : review;
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
