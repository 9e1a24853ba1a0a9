import type { Affected, Subject } from '../change.ts';
import type { DeclarationChangeId } from '../declaration-change-kinds.ts';
import { hideCredentials } from '../wording/describe-value.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';
import { diffSets } from './diff-sets.ts';

interface ItemChanges {
  readonly kinds: { readonly added: DeclarationChangeId; readonly removed: DeclarationChangeId };
  readonly subject: Subject;
  readonly path: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Describes an item; credentials in it are already hidden. */
  readonly describe: (
    item: string,
    action: 'add' | 'remove',
  ) => { readonly message: string; readonly affected?: readonly Affected[] };
}

/** One change for each text that a set gains or loses. */
export function itemChanges({
  kinds,
  subject,
  path,
  before,
  after,
  describe,
}: ItemChanges): readonly FoundChange[] {
  const { added, removed } = diffSets(before, after);
  const place = { subject, path };
  return [
    ...added
      .map(hideCredentials)
      .map((item) => declarationChange({ ...place, ...describe(item, 'add'), id: kinds.added, after: item })),
    ...removed
      .map(hideCredentials)
      .map((item) =>
        declarationChange({ ...place, ...describe(item, 'remove'), id: kinds.removed, before: item }),
      ),
  ];
}
