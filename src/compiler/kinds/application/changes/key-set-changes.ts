import type { ManifestApplication, ManifestKeySet } from '#compiled/manifest.ts';
import type { Subject } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import { count } from '#compiler/plan/wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffMembers, type MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { nameOtherHolders, type KeyHolders } from './key-holders.ts';
import { compareLists } from '#compiled/list-difference.ts';
import { secretChanges } from './secret-changes.ts';

/**
 * The changes of the key sets of an application; of secrets, only the number is shown. `holders` are the former holders
 * of consumer keys.
 */
export function keySetChanges(
  before: ManifestApplication,
  after: ManifestApplication,
  holders: KeyHolders,
): readonly FoundChange[] {
  const { added, removed, changed } = compareLists(before.keySets, after.keySets, ({ keySet }) => keySet);
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
      `${application.name}: the ${keySet} keys were ${isAdded ? 'added' : 'removed'}: ` +
      `consumer key ${consumerKey} with ${count(secretDigests.length, 'secret')}${describeFormer(consumerKey, application, holders)}`,
    path: ['keys', keySet],
    ...(isAdded ? { after: value } : { before: value }),
    affected: affect([application], `${isAdded ? 'can' : 'can no longer'} get tokens with ${keySet} keys`),
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
  const effect = `must use the consumer key ${after.consumerKey} instead of ${before.consumerKey}`;
  return declarationChange({
    id: 'consumer-key-changed',
    subject: subjectOf(application),
    message: `${application.name}: ${keySet} consumer key ${before.consumerKey} → ${after.consumerKey}${describeFormer(after.consumerKey, application, holders)}; clients with the old key are rejected`,
    path: ['keys', keySet, 'consumerKey'],
    before: before.consumerKey,
    after: after.consumerKey,
    affected: affect([application], effect),
  });
}

/** Names the application that had a consumer key before; its clients now act as the given application. */
function describeFormer(consumerKey: string, { name }: ManifestApplication, holders: KeyHolders): string {
  const former = nameOtherHolders(name, [{ consumerKey }], holders);
  return former === '' ? '' : ` (formerly of ${former})`;
}

function subjectOf({ name }: ManifestApplication): Subject {
  return { kind: 'Application', name };
}
