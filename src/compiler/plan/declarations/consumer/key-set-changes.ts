import type { ManifestApplication, ManifestKeySet } from '../../../../compiled/manifest.ts';
import type { Subject } from '../../change.ts';
import { affect } from '../../consumers/affect.ts';
import { count } from '../../wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';
import { diffMembers, type MemberDiffs } from '../diff-members.ts';
import { nameOtherHolders, type KeyHolders } from './key-holders.ts';
import { pairEntries } from '../pair-entries.ts';
import { secretChanges } from './secret-changes.ts';

/**
 * What changes about the key sets of an application; of its secrets, no more than how many there are. `holders` are those
 * of consumer keys before.
 */
export function keySetChanges(
  before: ManifestApplication,
  after: ManifestApplication,
  holders: KeyHolders,
): readonly FoundChange[] {
  const { added, removed, changed } = pairEntries(before.keySets, after.keySets, ({ keySet }) => keySet);
  const members = keySetMembers(after, holders);
  return [
    ...added.map((one) => wholeKeySet('key-set-added', one, after, holders)),
    ...removed.map((one) => wholeKeySet('key-set-removed', one, after, holders)),
    ...changed.flatMap(([earlier, later]) => diffMembers(earlier, later, members)),
  ];
}

function wholeKeySet(
  id: 'key-set-added' | 'key-set-removed',
  { keySet, consumerKey, secretDigests }: ManifestKeySet,
  application: ManifestApplication,
  holders: KeyHolders,
): FoundChange {
  const isAdded = id === 'key-set-added';
  const value = { consumerKey, secrets: secretDigests.length };
  return declarationChange({
    id,
    subject: subjectOf(application),
    message:
      `${application.name}: the ${keySet} keys are ${isAdded ? 'new' : 'gone'}, ` +
      `consumer key ${consumerKey} with ${count(secretDigests.length, 'secret')}${tellFormer(consumerKey, application, holders)}`,
    path: ['keys', keySet],
    ...(isAdded ? { after: value } : { before: value }),
    affected: affect([application], `${isAdded ? 'may' : 'can no longer'} get tokens with ${keySet} keys`),
  });
}

function keySetMembers(application: ManifestApplication, holders: KeyHolders): MemberDiffs<ManifestKeySet> {
  return {
    keySet: 'identity',
    consumerKey: (before, after) => [consumerKeyChange(before, after, application, holders)],
    secretDigests: (before, after) => secretChanges(before, after, application),
  };
}

function consumerKeyChange(
  before: ManifestKeySet,
  after: ManifestKeySet,
  application: ManifestApplication,
  holders: KeyHolders,
): FoundChange {
  const { keySet } = after;
  const effect = `has to use the consumer key ${after.consumerKey} instead of ${before.consumerKey}`;
  return declarationChange({
    id: 'consumer-key-changed',
    subject: subjectOf(application),
    message: `${application.name}: ${keySet} consumer key ${before.consumerKey} → ${after.consumerKey}${tellFormer(after.consumerKey, application, holders)}, so clients with the old one are refused`,
    path: ['keys', keySet, 'consumerKey'],
    before: before.consumerKey,
    after: after.consumerKey,
    affected: affect([application], effect),
  });
}

/** With the key of another one, an application is what its clients call as. */
function tellFormer(consumerKey: string, { name }: ManifestApplication, holders: KeyHolders): string {
  const former = nameOtherHolders(name, [{ consumerKey }], holders);
  return former === '' ? '' : ` (a key of ${former} before)`;
}

function subjectOf({ name }: ManifestApplication): Subject {
  return { kind: 'Application', name };
}
