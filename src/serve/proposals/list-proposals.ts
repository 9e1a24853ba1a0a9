import type { ProposalSettings } from '../../compiled/settings/store-settings.ts';
import {
  listRefs,
  type ProposalCommit,
  readCommits,
  readMerged,
} from '../../platform/git/proposals/list-commits.ts';
import type { ProposalRepository } from '../../platform/git/proposals/repository.ts';
import { cleanName } from '../../platform/git/proposals/write-commit.ts';
import type { Proposal, Proposer } from '../../runtime/ports/proposals.ts';
import { compareLink } from './hosts/review-link.ts';
import { branchOf, readSubject } from './proposal-names.ts';

/** How long a merged proposal is listed, in milliseconds: 90 days. */
const listedMs = 90 * 86_400_000;

/** The proposals that a repository knows, by its refs and the history of its base; the newest first. */
export async function listProposals(
  repository: ProposalRepository,
  settings: ProposalSettings | undefined,
  now: number,
): Promise<readonly Proposal[]> {
  if (!settings) return [];
  const { open, seen, merged } = await listRefs(repository);
  const [tips, inBase] = await Promise.all([
    readCommits(repository, [...open.values(), ...seen.values()]),
    readMerged(repository, now - listedMs),
  ]);
  const byCommit = new Map(tips.map((one) => [one.commit, one]));
  const known = [...seen].flatMap(([branch, tip]) => {
    const commit = byCommit.get(open.get(branch) ?? tip);
    if (!commit) return [];
    const mergedAs = inBase.find((one) => isSameProposal(commit, one));
    const isMerged = merged.has(branch) || mergedAs !== undefined;
    const state = isMerged ? 'merged' : open.has(branch) ? 'open' : 'closed';
    return [{ branch: `${settings.branchPrefix}${branch}`, commit, state, mergedAs } as const];
  });
  const listed = new Set(known.flatMap(({ mergedAs }) => mergedAs?.commit ?? []));
  const others = inBase.filter(({ commit }) => !listed.has(commit));
  const all = [
    ...known.map(({ branch, commit, state }) =>
      toProposal(commit, branch, state, state === 'open' ? compareLink(settings, branch) : undefined),
    ),
    ...others.map((commit) => toProposal(commit, branchName(commit, settings), 'merged')),
  ];
  return all.toSorted((a, b) => b.proposedAt - a.proposedAt);
}

/** The proposals of a list that a person has made. */
export function proposalsOf(person: Proposer, list: readonly Proposal[]): readonly Proposal[] {
  const own = cleanName(person.id);
  return list.filter(({ person: { id } }) => id === own);
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
