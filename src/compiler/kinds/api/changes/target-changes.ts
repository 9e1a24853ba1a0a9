import type { KeySetName } from '#compiled/manifest.ts';
import type { Affected } from '#compiler/plan/change.ts';
import { hideCredentials } from '#compiler/plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffSets } from '#compiler/plan/declarations/diff-sets.ts';
import { itemChanges } from '#compiler/plan/declarations/item-changes.ts';
import { settingChange } from '#compiler/plan/declarations/setting-change.ts';

/** The applications that an added or removed upstream URL affects; the URL is without credentials. */
export type AffectedByTarget = (target: string, action: 'add' | 'remove') => readonly Affected[];

/** The changes of the upstream URLs of an endpoint; a URL that replaces another one is one change. */
export function targetChanges(
  api: string,
  keySet: KeySetName,
  before: readonly string[],
  after: readonly string[],
  affectedBy: AffectedByTarget,
): readonly FoundChange[] {
  const { added, removed } = diffSets(before, after);
  const place = { subject: { kind: 'Api', name: api }, path: ['endpoints', keySet, 'targets'] } as const;
  const endpoint = `the ${keySet} endpoint`;
  if (added.length === 1 && removed.length === 1) {
    const [earlier = '', later = ''] = [...removed, ...added].map(hideCredentials);
    const message = `${api}: upstream URL of ${endpoint} ${earlier} → ${later}`;
    return [
      declarationChange({
        ...place,
        id: 'endpoint-target-changed',
        message,
        before: earlier,
        after: later,
        affected: affectedBy(later, 'add'),
      }),
    ];
  }
  if (added.length === 0 && removed.length === 0 && before.join(' ') !== after.join(' ')) {
    const leaf = { path: place.path, before, after };
    return [
      settingChange({
        ...place,
        whose: 'endpoint',
        leaf,
        what: `${api}: order of the upstream URLs of ${endpoint}`,
      }),
    ];
  }
  return itemChanges({
    ...place,
    kinds: { added: 'endpoint-target-added', removed: 'endpoint-target-removed' },
    before,
    after,
    describe: (url, action) => ({
      message: `${api}: the upstream URL ${url} was ${action === 'add' ? 'added to' : 'removed from'} ${endpoint}`,
      affected: affectedBy(url, action),
    }),
  });
}
