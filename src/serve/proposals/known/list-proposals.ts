import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { Decline } from '#platform/git/proposals/list-declines.ts';
import type { ProposalCommit } from '#platform/git/proposals/list-commits.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import type { Review } from '../hosts/review-host.ts';
import { compareLink } from '../hosts/review-link.ts';
import { branchOf, isMadeByGateway, readSubject } from '../proposal-names.ts';
import type { RepositoryFacts } from './repository-facts.ts';

/** What proposals are listed for: the settings, and the host name of the store. */
interface ListedFor {
  readonly settings: ProposalSettings;
  readonly host: string;
}

/** The proposals that the repository has, newest first. `reviewed` has the known reviews, by branch. */
export function listProposals(
  { open, seen, merged, byCommit, inBase, takenIn, declines }: RepositoryFacts,
  reviewed: ReadonlyMap<string, Review>,
  { settings, host }: ListedFor,
): readonly Proposal[] {
  const known = [...seen].flatMap(([name, tip]) => {
    const commit = byCommit.get(open.get(name) ?? tip);
    if (!commit) return [];
    const branch = `${settings.branchPrefix}${name}`;
    const declined = open.has(name) ? undefined : declines.get(commit.commit);
    // The same change may have been proposed again, and merged then.
    const mergedAs = declined ? inBase.findExactly(commit) : inBase.find(commit);
    const review = reviewOf(commit, reviewed.get(branch));
    const isTakenIn = !declined && takenIn.has(commit.commit);
    const isMerged = merged.has(name) || mergedAs !== undefined || isTakenIn || review?.state === 'merged';
    const isOpen = open.has(name) && review?.state !== 'closed';
    const state = isMerged ? 'merged' : isOpen ? 'open' : 'closed';
    return [{ branch, commit, state, mergedAs, review, declined } as const];
  });
  const listed = new Set(known.flatMap(({ mergedAs }) => mergedAs?.commit ?? []));
  const others = inBase.all.filter(({ commit }) => !listed.has(commit));
  const shown = new Set([
    ...known.map(({ commit }) => commit.commit),
    ...inBase.all.map(({ commit }) => commit),
  ]);
  // Another gateway has declined it, or its branch has another proposal since.
  const declinedElsewhere = [...declines.values()].flatMap((declined) => {
    const commit = byCommit.get(declined.proposal);
    const isListed = declined.branch.startsWith(settings.branchPrefix);
    return commit && isListed && !shown.has(commit.commit) ? [{ commit, declined }] : [];
  });
  const all = [
    ...known.map(({ branch, commit, state, review, declined }) => {
      const byHand = state === 'open' ? compareLink(settings, branch) : undefined;
      const link = review ? ({ kind: 'review', url: review.url } as const) : byHand;
      const isWithin = isMadeByGateway(commit, branch, { settings, host });
      const isWithinSubject = state === 'open' ? isWithin : undefined;
      return toProposal(commit, branch, state, { link, declined, isWithinSubject });
    }),
    ...others.map((commit) => toProposal(commit, branchName(commit, settings), 'merged')),
    ...declinedElsewhere.map(({ commit, declined }) =>
      toProposal(commit, declined.branch, 'closed', { declined }),
    ),
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

interface KnownOfProposal {
  readonly link?: Proposal['link'];
  readonly declined?: Decline | undefined;
  readonly isWithinSubject?: boolean | undefined;
}

function toProposal(
  { commit, title, author, proposedBy, subject: text, apis, at }: ProposalCommit,
  branch: string,
  state: Proposal['state'],
  { link, declined, isWithinSubject }: KnownOfProposal = {},
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
    ...(isWithinSubject !== undefined && { isWithinSubject }),
    ...(state === 'closed' &&
      declined && { declined: { by: declined.by, reason: declined.reason, at: declined.at } }),
  };
}
