import type { ManifestUser } from '#compiled/manifest.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { notBeforeChange } from '#compiler/plan/declarations/not-before-change.ts';
import { compareEntries } from '#compiled/table-change.ts';

/** The changes of declared users. */
export function userChanges({ before: base, after: head }: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('users', base, head);
  return [
    ...added.map((user) => wholeUser('user-added', user, 'was added')),
    ...removed.map((user) => wholeUser('user-removed', user, 'was removed')),
    ...changed.flatMap(([before, after]) =>
      diffEntry(before, after, members, { whose: 'user', subject: subjectOf(after) }),
    ),
  ];
}

function wholeUser(id: 'user-added' | 'user-removed', user: ManifestUser, verb: string): FoundChange {
  const value = { state: user.state };
  const state = user.state === 'disabled' ? ' (disabled)' : '';
  return declarationChange({
    id,
    subject: subjectOf(user),
    message: `The user ${user.name} ${verb}${state}`,
    ...(id === 'user-added' ? { after: value } : { before: value }),
  });
}

const members: Partial<MemberDiffs<ManifestUser>> = {
  name: 'identity',
  displayName: ({ displayName: before }, user) => {
    const { displayName: after } = user;
    return [
      declarationChange({
        id: 'user-display-name-changed',
        subject: subjectOf(user),
        message: `${user.name}: display name ${before ?? user.name} → ${after ?? user.name}`,
        path: ['displayName'],
        before,
        after,
      }),
    ];
  },
  passwordDigest: (_, user) => [
    declarationChange({
      id: 'user-password-changed',
      subject: subjectOf(user),
      message: `${user.name}: password changed; the sessions and tokens of ${user.name} end`,
      path: ['passwordDigest'],
    }),
  ],
  state: ({ state: before }, user) => [
    declarationChange({
      id: user.state === 'disabled' ? 'user-disabled' : 'user-enabled',
      subject: subjectOf(user),
      message: `${user.name}: state ${before} → ${user.state}`,
      path: ['state'],
      before,
      after: user.state,
    }),
  ],
  tokensNotBefore: (before, user) => [
    notBeforeChange({
      subject: subjectOf(user),
      whose: `of the user ${user.name}`,
      path: ['tokensNotBefore'],
      before: before.tokensNotBefore,
      after: user.tokensNotBefore,
      affected: [],
    }),
  ],
};

function subjectOf({ name }: ManifestUser) {
  return { kind: 'User', name } as const;
}
