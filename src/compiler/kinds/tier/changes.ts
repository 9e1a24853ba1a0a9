import type { ManifestTier } from '#compiled/manifest.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import type { Affected } from '#compiler/plan/change.ts';
import { sortAffected } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { count, describeAllowance, describeLimit } from '#compiler/plan/wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { limitChange } from '#compiler/plan/declarations/limit-change.ts';
import { compareEntries } from '#compiled/table-change.ts';

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
  const { maxConcurrentCalls: most } = tier;
  const value = {
    limit: tier.limit ? { ...tier.limit } : null,
    ...(most !== undefined && { maxConcurrentCalls: most }),
  };
  return declarationChange({
    id,
    subject: subjectOf(tier),
    message: `The tier ${tier.name} ${verb}: ${describeLimit(tier.limit)}${most === undefined ? '' : `, ${describeConcurrency(most)}`}`,
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
        affected: affectedBy(after, consumers, (api) => describeAllowance(before.limit, after.limit, api)),
      }),
    ],
    maxConcurrentCalls: (before, after) => [concurrencyChange(before, after, consumers)],
  };
}

function concurrencyChange(before: ManifestTier, after: ManifestTier, consumers: Consumers): FoundChange {
  const [was, is] = [before.maxConcurrentCalls, after.maxConcurrentCalls];
  return declarationChange({
    id: `tier-concurrency-${was === undefined ? 'added' : is === undefined ? 'removed' : 'changed'}`,
    subject: subjectOf(after),
    message: `${after.name}: ${describeConcurrency(was)} → ${describeConcurrency(is)}`,
    path: ['maxConcurrentCalls'],
    before: was,
    after: is,
    affected: affectedBy(
      after,
      consumers,
      (api) => `can make ${describeConcurrency(is)} to ${api} instead of ${was ?? 'any number'}`,
    ),
  });
}

/** Describes a limit of concurrent calls: `5 calls at a time`. */
function describeConcurrency(most: number | undefined): string {
  return most === undefined ? 'any number of calls at a time' : `${count(most, 'call')} at a time`;
}

function affectedBy(
  { name: tier }: ManifestTier,
  consumers: Consumers,
  describeEffect: (api: string) => string,
): readonly Affected[] {
  const affected = consumers.subscribersUnder(tier).map(({ application: { name, owner }, api }) => ({
    application: name,
    owner,
    effect: describeEffect(api),
  }));
  return sortAffected(affected);
}

function subjectOf({ name }: ManifestTier) {
  return { kind: 'Tier', name } as const;
}
