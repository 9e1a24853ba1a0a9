import type { ManifestTier } from '../../../compiled/manifest.ts';
import type { Comparison } from '../../plan/comparison.ts';
import type { Affected } from '../../plan/change.ts';
import { sortAffected } from '../../plan/consumers/affect.ts';
import type { Consumers } from '../../plan/consumers/consumers.ts';
import { describeAllowance, describeLimit } from '../../plan/wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '../../plan/declarations/declaration-change.ts';
import { diffEntry } from '../../plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '../../plan/declarations/diff-members.ts';
import { limitChange } from '../../plan/declarations/limit-change.ts';
import { compareEntries } from '../../../compiled/table-change.ts';

/** The changes of tiers. */
export function tierChanges({ before: base, after: head, consumers }: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('tiers', base, head);
  const members = tierMembers(consumers);
  return [
    ...added.map((tier) => wholeTier('tier-added', tier, 'was added')),
    ...removed.map((tier) => wholeTier('tier-removed', tier, 'was removed')),
    ...changed.flatMap(([before, after]) =>
      diffEntry(before, after, members, { whose: 'tier', subject: subjectOf(after) }),
    ),
  ];
}

function wholeTier(id: 'tier-added' | 'tier-removed', tier: ManifestTier, verb: string): FoundChange {
  const value = { limit: tier.limit ? { ...tier.limit } : null };
  return declarationChange({
    id,
    subject: subjectOf(tier),
    message: `The tier ${tier.name} ${verb}: ${describeLimit(tier.limit)}`,
    ...(id === 'tier-added' ? { after: value } : { before: value }),
  });
}

function tierMembers(consumers: Consumers): Partial<MemberDiffs<ManifestTier>> {
  return {
    name: 'identity',
    limit: (before, after) => [
      limitChange({
        whose: 'tier',
        subject: subjectOf(after),
        path: ['limit'],
        before: before.limit,
        after: after.limit,
        affected: affectedBy(before, after, consumers),
      }),
    ],
  };
}

function affectedBy(before: ManifestTier, after: ManifestTier, consumers: Consumers): readonly Affected[] {
  const subscribers = consumers.subscribersUnder(after.name);
  const affected = subscribers.map(({ application: { name, owner }, api }) => ({
    application: name,
    owner,
    effect: describeAllowance(before.limit, after.limit, api),
  }));
  return sortAffected(affected);
}

function subjectOf({ name }: ManifestTier) {
  return { kind: 'Tier', name } as const;
}
