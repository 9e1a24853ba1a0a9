import type { ManifestApplication } from '#compiled/manifest.ts';
import type { Affected, Subject } from '#compiler/plan/change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import { describeAllowance } from '#compiler/plan/wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { itemChanges } from '#compiler/plan/declarations/item-changes.ts';
import { holdersIn, nameOtherHolders, type KeyHolders } from './changes/key-holders.ts';
import { keySetChanges } from './changes/key-set-changes.ts';
import { limitChange } from '#compiler/plan/declarations/limit-change.ts';
import { notBeforeChange } from '#compiler/plan/declarations/not-before-change.ts';
import { compareEntries } from '#compiled/table-change.ts';

/** The changes of applications. */
export function applicationChanges({ before: base, after: head }: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('applications', base, head);
  const [before, after] = [holdersIn(base.applications), holdersIn(head.applications)];
  const members = applicationMembers(before);
  return [
    ...added.map((one) => addedApplication(one, before)),
    ...removed.map((one) => removedApplication(one, after)),
    ...changed.flatMap(([earlier, later]) =>
      diffEntry(earlier, later, members, { whose: 'application', subject: subjectOf(later) }),
    ),
  ];
}

function addedApplication(application: ManifestApplication, before: KeyHolders): FoundChange {
  const former = nameOtherHolders(application.name, application.keySets, before);
  return declarationChange({
    id: 'application-added',
    subject: subjectOf(application),
    message: `The application ${application.name} was added: ${describe(application)}${former === '' ? '' : `; it takes over consumer keys of ${former}`}`,
    after: valueOf(application),
  });
}

function removedApplication(application: ManifestApplication, after: KeyHolders): FoundChange {
  const successor = nameOtherHolders(application.name, application.keySets, after);
  const effect = successor === '' ? 'can no longer get tokens' : `loses consumer keys to ${successor}`;
  return declarationChange({
    id: 'application-removed',
    subject: subjectOf(application),
    message: `The application ${application.name} was removed: ${describe(application)}`,
    before: valueOf(application),
    affected: affect([application], effect),
  });
}

function describe({ type, owner, grants, keySets }: ManifestApplication): string {
  const keys = keySets.map(({ keySet }) => keySet).join(' and ');
  return `${type} of ${owner}, with ${grants.join(', ')}${keys === '' ? '' : ` and keys for ${keys}`}`;
}

function valueOf({ type, owner, grants, keySets }: ManifestApplication) {
  return { type, owner, grants, keySets: keySets.map(({ keySet }) => keySet) };
}

function applicationMembers(holders: KeyHolders): Partial<MemberDiffs<ManifestApplication>> {
  return {
    name: 'identity',
    type: (before, after) => [
      declarationChange({
        id: 'application-type-changed',
        subject: subjectOf(after),
        message: `${after.name}: type ${before.type} → ${after.type}`,
        path: ['type'],
        before: before.type,
        after: after.type,
        affected: affect([after], `must request tokens as an application of type ${after.type}`),
      }),
    ],
    description: (before, after) => [
      declarationChange({
        id: 'application-description-changed',
        subject: subjectOf(after),
        message: `${after.name}: description on the login pages ${quote(before.description)} → ${quote(after.description)}`,
        path: ['description'],
        before: before.description,
        after: after.description,
        action: 'change',
      }),
    ],
    owner: (before, after) => [
      declarationChange({
        id: 'application-owner-changed',
        subject: subjectOf(after),
        message: `${after.name}: owner ${before.owner} → ${after.owner}`,
        path: ['owner'],
        before: before.owner,
        after: after.owner,
        affected: affect([after], `is owned by ${after.owner} instead of ${before.owner}`),
      }),
    ],
    grants: (before, after) =>
      itemChanges({
        kinds: { added: 'grant-added', removed: 'grant-removed' },
        subject: subjectOf(after),
        path: ['grants'],
        before: before.grants,
        after: after.grants,
        describe: (grant, action) => ({
          message: `${after.name}: the grant ${grant} was ${action === 'add' ? 'added' : 'removed'}`,
          affected: affect([after], `${action === 'add' ? 'can' : 'can no longer'} use the grant ${grant}`),
        }),
      }),
    callbackUrls: (before, after) =>
      itemChanges({
        kinds: { added: 'callback-url-added', removed: 'callback-url-removed' },
        subject: subjectOf(after),
        path: ['callbackUrls'],
        before: before.callbackUrls,
        after: after.callbackUrls,
        describe: (url, action) => ({
          message: `${after.name}: the callback URL ${url} was ${action === 'add' ? 'added' : 'removed'}`,
          affected: affect([after], `${action === 'add' ? 'can' : 'can no longer'} receive logins at ${url}`),
        }),
      }),
    keySets: (before, after) => keySetChanges(before, after, holders),
    identityProviders: (before, after) => [loginSourceChange(before, after)],
    tokensNotBefore: ({ tokensNotBefore: before }, after) => [
      notBeforeChange({
        subject: subjectOf(after),
        whose: `of ${after.name}`,
        path: ['tokensNotBefore'],
        before,
        after: after.tokensNotBefore,
        affected: affectedByRevocation(before, after),
      }),
    ],
    limit: (before, after) => [
      limitChange({
        whose: 'application',
        subject: subjectOf(after),
        path: ['limit'],
        before: before.limit,
        after: after.limit,
        affected: affect([after], describeAllowance(before.limit, after.limit, 'all APIs together')),
      }),
    ],
  };
}

function quote(description: string | undefined): string {
  return description === undefined ? 'none' : JSON.stringify(description);
}

function loginSourceChange(before: ManifestApplication, after: ManifestApplication): FoundChange {
  const [earlier, later] = [providersOf(before), providersOf(after)];
  return declarationChange({
    id: 'login-source-changed',
    subject: subjectOf(after),
    message: `${after.name}: logins from ${earlier} → ${later}`,
    path: ['identityProviders'],
    before: before.identityProviders,
    after: after.identityProviders,
    action: 'change',
    affected: affect([after], `logs in users of ${later} instead of ${earlier}`),
  });
}

function providersOf({ identityProviders }: ManifestApplication): string {
  return identityProviders ? identityProviders.join(', ') : 'all identity providers';
}

function affectedByRevocation(before: number | undefined, after: ManifestApplication): readonly Affected[] {
  const { tokensNotBefore } = after;
  const isLater = tokensNotBefore !== undefined && (before === undefined || tokensNotBefore > before);
  return isLater ? affect([after], 'must get new tokens') : [];
}

function subjectOf({ name }: ManifestApplication): Subject {
  return { kind: 'Application', name };
}
