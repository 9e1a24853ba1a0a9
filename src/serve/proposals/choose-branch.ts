import type { ProposalCommit, ProposalRefs } from '#platform/git/proposals/list-commits.ts';

/** A branch, and the commit that it must have when it is pushed to; empty if it must not exist. */
export interface ChosenBranch {
  /** Without the prefix of all proposals. */
  readonly name: string;
  readonly expected: string;
}

/** More branches of one person for one subject are not made. */
const maxBranches = 20;

/**
 * The branch for a proposal: the one that the person has for the subject already, unless somebody else has added to it;
 * then the next number. `isOwn` decides by the commit that a branch has now. Undefined if there are too many.
 */
export function chooseBranch(
  name: string,
  { open, merged }: Pick<ProposalRefs, 'open' | 'merged'>,
  isOwn: (commit: string) => boolean,
): ChosenBranch | undefined {
  for (let number = 1; number <= maxBranches; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const commit = open.get(branch);
    if (commit === undefined) return { name: branch, expected: '' };
    if (merged.has(branch) || isOwn(commit)) return { name: branch, expected: commit };
  }
  return undefined;
}

/** Whether a commit is one that the gateway has made for a person and a subject, and nothing else. */
export function isProposalOf(
  commit: ProposalCommit | undefined,
  { proposedBy, subject }: Pick<ProposalCommit, 'proposedBy' | 'subject'>,
  committerEmail: string,
): boolean {
  return (
    commit?.proposedBy === proposedBy &&
    commit.subject === subject &&
    commit.committerEmail === committerEmail &&
    commit.parents.length === 1
  );
}
