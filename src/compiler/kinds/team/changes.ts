import type { ManifestTeam } from '#compiled/manifest.ts';
import { compareEntries } from '#compiled/table-change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { itemChanges } from '#compiler/plan/declarations/item-changes.ts';

/** The changes of teams. */
export function teamChanges({ before: base, after: head }: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('teams', base, head);
  return [
    ...added.map((team) => wholeTeam('team-added', team, 'was added')),
    ...removed.map((team) => wholeTeam('team-removed', team, 'was removed')),
    ...changed.flatMap(([before, after]) =>
      diffEntry(before, after, members, { whose: 'team', subject: subjectOf(after) }),
    ),
  ];
}

function wholeTeam(id: 'team-added' | 'team-removed', team: ManifestTeam, verb: string): FoundChange {
  const value = { members: team.members, groups: team.groups };
  const people = [...team.members, ...groupsOf(team)].join(', ');
  return declarationChange({
    id,
    subject: subjectOf(team),
    message: `The team ${team.name} ${verb}: ${people === '' ? 'no members' : people}`,
    ...(id === 'team-added' ? { after: value } : { before: value }),
  });
}

const members: Partial<MemberDiffs<ManifestTeam>> = {
  name: 'identity',
  members: (before, after) =>
    itemChanges({
      kinds: { added: 'team-member-added', removed: 'team-member-removed' },
      subject: subjectOf(after),
      path: ['members'],
      before: before.members,
      after: after.members,
      describe: (member, action) => ({ message: `${after.name}: ${member} ${describe(action)}` }),
    }),
  groups: (before, after) =>
    itemChanges({
      kinds: { added: 'team-group-added', removed: 'team-group-removed' },
      subject: subjectOf(after),
      path: ['groups'],
      before: groupsOf(before),
      after: groupsOf(after),
      describe: (group, action) => ({ message: `${after.name}: the ${group} ${describe(action)}` }),
    }),
};

function describe(action: 'add' | 'remove'): string {
  return action === 'add' ? 'was added' : 'was removed';
}

/** The groups of a team as in a sentence: `group parks of staff`. */
function groupsOf({ groups }: ManifestTeam): readonly string[] {
  return Object.entries(groups).flatMap(([provider, names]) =>
    names.map((name) => `group ${name} of ${provider}`),
  );
}

function subjectOf({ name }: ManifestTeam) {
  return { kind: 'Team', name } as const;
}
