import { canonicalJson } from '../../compiled/canonical-json.ts';
import type { Action, Subject } from './change.ts';
import { compareTexts } from './compare-texts.ts';
import type { FoundChange } from './declarations/declaration-change.ts';

/** What goes stands before what comes in its place. */
const actionOrder: Readonly<Record<Action, number>> = { remove: 0, change: 1, add: 2 };

/** The kinds in the order in which people are told of them. */
const order: Readonly<Record<Subject['kind'], number>> = {
  Gateway: 0,
  Api: 1,
  Application: 2,
  Subscription: 3,
  Tier: 4,
  User: 5,
  IdentityProvider: 6,
};

/** Sorts by subject, then by path, and then so that the same changes always have the same order. */
export function sortChanges(changes: readonly FoundChange[]): readonly FoundChange[] {
  return changes.toSorted(
    (a, b) =>
      order[a.subject.kind] - order[b.subject.kind] ||
      compareTexts(a.subject.name, b.subject.name) ||
      compareTexts(a.path, b.path) ||
      actionOrder[a.action] - actionOrder[b.action] ||
      compareTexts(a.id, b.id) ||
      compareTexts(contentOf(a), contentOf(b)),
  );
}

function contentOf({ before, after, operations, at }: FoundChange): string {
  return canonicalJson({ before, after, operations, at });
}
