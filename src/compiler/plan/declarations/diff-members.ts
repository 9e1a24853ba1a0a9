import { sameJson } from '#compiled/json.ts';
import type { FoundChange } from './declaration-change.ts';

/** Reports the changes of a member that differs. */
type DiffMember<Entry> = (before: Entry, after: Entry) => readonly FoundChange[];

/**
 * The comparison of each member of an entry. The type requires all members, so that the compiler reports a new one.
 * Members of the identity are the same in both states of an entry.
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
