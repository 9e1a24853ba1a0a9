import type { ManifestLists, ManifestSubscription, ManifestTier } from '#compiled/manifest.ts';
import type { Affected, Subject } from '#compiler/plan/change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { describeAllowance } from '#compiler/plan/wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { diffSets } from '#compiler/plan/declarations/diff-sets.ts';
import { compareEntries } from '#compiled/table-change.ts';
import { subscriptionKey } from '#compiled/api-key.ts';

interface Tiers {
  readonly before: ReadonlyMap<string, ManifestTier>;
  readonly after: ReadonlyMap<string, ManifestTier>;
}

/** The changes of subscriptions. */
export function subscriptionChanges({
  before: base,
  after: head,
  consumers,
}: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('subscriptions', base, head);
  const tiers = { before: tiersByName(base), after: tiersByName(head) };
  const members = subscriptionMembers(tiers, consumers);
  return [
    ...added.map((one) => addedSubscription(one, consumers)),
    ...removed.map((one) => removedSubscription(one, consumers)),
    ...changed.flatMap(([before, after]) =>
      diffEntry(before, after, members, { whose: 'subscription', subject: subjectOf(after) }),
    ),
  ];
}

function addedSubscription(one: ManifestSubscription, consumers: Consumers): FoundChange {
  return declarationChange({
    id: 'subscription-added',
    subject: subjectOf(one),
    message: `${nameOf(one)} was added: ${one.tier}${detailsOf(one)}`,
    after: valueOf(one),
    affected: gains(one, consumers),
  });
}

function removedSubscription(one: ManifestSubscription, consumers: Consumers): FoundChange {
  return declarationChange({
    id: 'subscription-removed',
    subject: subjectOf(one),
    message: `${nameOf(one)} was removed: ${one.tier}${detailsOf(one)}`,
    before: valueOf(one),
    affected: loses(one, consumers),
  });
}

function subscriptionMembers(tiers: Tiers, consumers: Consumers): Partial<MemberDiffs<ManifestSubscription>> {
  return {
    application: 'identity',
    api: 'identity',
    tier: (before, after) => [tierChange(before, after, tiers, consumers)],
    state: (before, after) => [stateChange(before, after, consumers)],
    scopes: (before, after) => scopeChanges(before, after, consumers),
  };
}

function tierChange(
  before: ManifestSubscription,
  after: ManifestSubscription,
  tiers: Tiers,
  consumers: Consumers,
): FoundChange {
  const limits = [tiers.before.get(before.tier)?.limit, tiers.after.get(after.tier)?.limit] as const;
  return declarationChange({
    id: 'subscription-tier-changed',
    subject: subjectOf(after),
    message: `${nameOf(after)}: tier ${before.tier} → ${after.tier}`,
    path: ['tier'],
    before: before.tier,
    after: after.tier,
    affected: keeps(before, after, consumers, describeAllowance(...limits, after.api)),
  });
}

function tiersByName({ tiers }: ManifestLists): ReadonlyMap<string, ManifestTier> {
  return new Map(tiers.map((tier) => [tier.name, tier]));
}

function stateChange(
  before: ManifestSubscription,
  after: ManifestSubscription,
  consumers: Consumers,
): FoundChange {
  return declarationChange({
    id: 'subscription-state-changed',
    subject: subjectOf(after),
    message: `${nameOf(after)}: state ${before.state} → ${after.state}`,
    path: ['state'],
    before: before.state,
    after: after.state,
    affected: after.state === 'active' ? gains(after, consumers) : loses(before, consumers),
  });
}

function scopeChanges(
  before: ManifestSubscription,
  after: ManifestSubscription,
  consumers: Consumers,
): readonly FoundChange[] {
  const { added, removed } = diffSets(before.scopes, after.scopes);
  const [subject, path] = [subjectOf(after), ['scopes']];
  return [
    ...added.map((scope) =>
      declarationChange({
        id: 'subscription-scope-added',
        subject,
        message: `${nameOf(after)}: the scope ${scope} was added`,
        path,
        after: scope,
        affected: keeps(before, after, consumers, `can request the scope ${scope} of ${after.api}`),
      }),
    ),
    ...removed.map((scope) =>
      declarationChange({
        id: 'subscription-scope-removed',
        subject,
        message: `${nameOf(after)}: the scope ${scope} was removed`,
        path,
        before: scope,
        affected: keeps(before, after, consumers, `loses the scope ${scope} of ${after.api}`),
      }),
    ),
  ];
}

function gains(one: ManifestSubscription, consumers: Consumers): readonly Affected[] {
  return consumers.allowsCalls('after', one)
    ? affectSubscriber(one, consumers, `gains access to ${one.api}`)
    : [];
}

function loses(one: ManifestSubscription, consumers: Consumers): readonly Affected[] {
  return consumers.allowsCalls('before', one)
    ? affectSubscriber(one, consumers, `loses access to ${one.api}`)
    : [];
}

function keeps(
  before: ManifestSubscription,
  after: ManifestSubscription,
  consumers: Consumers,
  effect: string,
): readonly Affected[] {
  const callsBeforeAndAfter =
    consumers.allowsCalls('before', before) && consumers.allowsCalls('after', after);
  return callsBeforeAndAfter ? affectSubscriber(after, consumers, effect) : [];
}

function affectSubscriber(
  one: ManifestSubscription,
  consumers: Consumers,
  effect: string,
): readonly Affected[] {
  const application = consumers.findApplication(one.application);
  return application ? affect([application], effect) : [];
}

function nameOf({ application, api }: ManifestSubscription): string {
  return `The subscription of ${application} to ${api}`;
}

function detailsOf({ state, scopes }: ManifestSubscription): string {
  const details = scopes.length > 0 ? `, with ${scopes.join(', ')}` : '';
  return state === 'blocked' ? `${details}, blocked` : details;
}

function valueOf({ tier, state, scopes }: ManifestSubscription) {
  return { tier, state, scopes };
}

function subjectOf(one: ManifestSubscription): Subject {
  return { kind: 'Subscription', name: subscriptionKey(one) };
}
