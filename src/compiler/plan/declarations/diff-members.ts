import { sameJson } from '../../../compiled/same-json.ts';
import type { FoundChange } from './declaration-change.ts';

/** What it means that a member differs; its own value is looked at only where it does. */
type DiffMember<Entry> = (before: Entry, after: Entry) => readonly FoundChange[];

/**
 * What to make of each member of an entry that differs, so that a member that an entry gets some day cannot be
 * forgotten. By its identity an entry is told from others: it does not differ between two states of one.
 */
export type MemberDiffs<Entry> = {
  readonly [Name in keyof Entry]-?: DiffMember<Entry> | 'identity';
};

/** The changes of all members that differ. */
export function diffMembers<Entry extends object>(
  before: Entry,
  after: Entry,
  diffs: MemberDiffs<Entry>,
): readonly FoundChange[] {
  return (Object.keys(diffs) as (keyof Entry)[]).flatMap((name) => {
    const diff = diffs[name];
    return diff === 'identity' || sameJson(before[name], after[name]) ? [] : diff(before, after);
  });
}
