import { sameJson } from '#compiled/json.ts';
import type { FoundChange } from './declaration-change.ts';

/** The changes that follow from a member that differs. */
type DiffMember<Entry> = (before: Entry, after: Entry) => readonly FoundChange[];

/**
 * The changes for each member of an entry, so that the compiler finds a new member that is not compared. Members of the
 * identity never differ between two states of one entry.
 */
export type MemberDiffs<Entry> = {
  readonly [Name in keyof Entry]-?: DiffMember<Entry> | 'identity';
};

/** The changes of all members that differ. */
export function diffMembers<Entry extends object>(
  before: Entry,
  after: Entry,
  diffs: Partial<MemberDiffs<Entry>>,
): readonly FoundChange[] {
  return (Object.keys(diffs) as (keyof Entry)[]).flatMap((name) => {
    const diff = diffs[name];
    return diff === undefined || diff === 'identity' || sameJson(before[name], after[name])
      ? []
      : diff(before, after);
  });
}
