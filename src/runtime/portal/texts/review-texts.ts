import { countOf } from './quantities.ts';

/** The texts of the page of a proposal, of its withdrawal and of its approval. */
export const reviewTexts = {
  details: 'Details',
  lead: 'What this proposal changes if it is merged now.',
  leadOfUnread: 'What this proposal changes is not known now.',
  /** How a proposal has ended. */
  ended: {
    merged: 'The proposal is merged. It takes effect when the gateway has loaded the merge.',
    closed: 'The proposal is closed: it was withdrawn, or its review was closed without a merge.',
    withdrawn: 'The proposal is withdrawn.',
    /** Before a name and a reason. */
    declinedBy: 'Declined by',
  },
  facts: {
    state: 'State',
    author: 'From',
    subject: 'About',
    proposedAt: 'Proposed',
    branch: 'Branch',
    commit: 'Commit',
    merge: 'Merge commit',
  },
  /** Why the page does not show what the proposal changes. */
  hidden: {
    conflict:
      'The proposal conflicts with the declarations, so it cannot be merged as it is. Its author can propose the change again.',
    not_own:
      'The proposal also changes something that does not concern you, so the store neither shows what it changes nor lets you approve it. Whoever may read the repository can see it there.',
    too_large: 'The proposal is too large for this page. The repository shows what it changes.',
    unreadable: 'The proposal changes a file that is not text. The repository shows what it changes.',
    base_broken:
      'The declarations have errors, so it is not known what the proposal changes. They must be fixed first.',
  },
  approval: {
    title: 'Approval',
    lead: 'The gateway merges the proposal as this page shows it, with you as the author of the merge. It takes effect when the gateway has loaded the merge.',
    submit: 'Approve and merge',
    longName:
      'Approving needs a login of the last five minutes, which could not lead back to this page: the name of the branch is too long.',
    signInLead: 'Approving needs a login of the last five minutes.',
    signIn: 'Sign in again to approve',
    atHost: (base: string) =>
      `Those who may push to the branch ${base} of the repository merge it there, after its review.`,
    orAtHost: (base: string) =>
      `Those who may push to the branch ${base} of the repository can merge it too.`,
    /** Who else can approve in the store. */
    approvers: {
      ofOwner: (owner: string) => `${owner} can approve it in the store.`,
      ofTeam: (team: string) => `Somebody else of ${team} can approve it in the store.`,
      several:
        'What it changes has several owners. Somebody else can approve it in the store only if all of it is theirs.',
      nobody:
        'Nobody can approve it in the store: something that it changes has no owner yet, as new applications and new APIs have none, or no owner but its author.',
    },
    protected:
      'If the branch is protected, the proposal is merged in its review at the host, or those who run the gateway let its token push to the branch.',
    /** Why the reader may not approve. */
    refused: {
      own: 'You cannot approve your own proposal.',
      not_owner: 'You do not own everything that it changes, so you cannot approve it here.',
      changed: 'The branch has commits that the gateway has not made, so it cannot be approved here.',
      links:
        'The repository has symbolic links, so the gateway does not know all that the proposal changes, and it cannot be approved here.',
    },
    blocked: {
      lint_errors: 'The declarations would have errors, so it cannot be merged.',
      forbidden_by_plan: 'The rules for changes forbid it, so it cannot be merged.',
    },
  },
  decline: {
    link: 'Decline …',
    title: 'Decline a proposal',
    lead: 'The branch is deleted, and its pull request is closed if it has one. The author reads your name and the reason, and so does whoever can read the repository.',
    reason: 'Reason',
    reasonHint: (most: number) => `Plain text of at most ${countOf(most, 'character')}.`,
    missing: 'Enter why the proposal is declined.',
    submit: 'Decline the proposal',
    signInTitle: 'Your last login is more than five minutes ago',
    signInLead:
      'Declining needs a login of the last five minutes. Sign in there, then come back to this page:',
    signIn: 'Sign in again in a new tab',
    restored: 'Your reason is as you left it. Check it, then decline the proposal.',
  },
  /** What follows after a proposal has ended. */
  next: {
    title: 'The next proposal that waits for you:',
    none: 'No other proposal waits for your approval.',
  },
  withdrawal: {
    link: 'Withdraw',
    title: 'Withdraw a proposal',
    lead: 'The branch is deleted, and its pull request is closed if it has one. Nothing else changes.',
    submit: 'Withdraw the proposal',
    back: 'Back to the proposal',
  },
  signInRequired: 'Sign in again, then approve: your last login is more than five minutes ago.',
} as const;
