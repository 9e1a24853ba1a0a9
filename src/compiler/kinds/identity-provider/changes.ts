import { asJson, type Json } from '#compiled/json.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type { Subject } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { hideCredentials } from '#compiler/plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffLeaves, type Leaf } from '#compiler/plan/declarations/diff-leaves.ts';
import { compareEntries } from '#compiled/table-change.ts';
import { settingChange } from '#compiler/plan/declarations/setting-change.ts';
import { grantTypesWith } from '#compiler/declaration/parts/grant-type.ts';

/** The changes of identity providers; a provider whose type changes counts as removed and added. */
export function identityProviderChanges({
  before: base,
  after: head,
  consumers,
}: Comparison): readonly FoundChange[] {
  const { added, removed, changed } = compareEntries('identityProviders', base, head);
  return [
    ...added.map((provider) => addedProvider(provider, consumers)),
    ...removed.map((provider) => removedProvider(provider, consumers)),
    ...changed.flatMap(([before, after]) => providerSettings(before, after, consumers)),
  ];
}

function addedProvider(provider: ManifestIdentityProvider, consumers: Consumers): FoundChange {
  const { name } = provider;
  const applications = consumers.applications().map(({ after }) => after);
  return declarationChange({
    id: 'identity-provider-added',
    subject: subjectOf(provider),
    message: `The identity provider ${name} was added: ${describe(provider)}`,
    after: valueOf(provider),
    affected: affect(usersOf(provider, applications), `can log in users of ${name}`),
  });
}

function removedProvider(provider: ManifestIdentityProvider, consumers: Consumers): FoundChange {
  const { name } = provider;
  const applications = consumers.applications().map(({ before }) => before);
  return declarationChange({
    id: 'identity-provider-removed',
    subject: subjectOf(provider),
    message: `The identity provider ${name} was removed: ${describe(provider)}`,
    before: valueOf(provider),
    affected: affect(usersOf(provider, applications), `can no longer log in users of ${name}`),
  });
}

function providerSettings(
  before: ManifestIdentityProvider,
  after: ManifestIdentityProvider,
  consumers: Consumers,
): readonly FoundChange[] {
  const leaves = diffLeaves(asJson(before), asJson(after));
  return leaves.map((leaf) =>
    settingChange({
      whose: 'identity-provider',
      subject: subjectOf(after),
      leaf,
      what: `${after.name}: ${leaf.path.join('.')}`,
      path: leaf.path,
      affected: changesSubjects(leaf) ? affectedBySubjects(after, consumers) : [],
    }),
  );
}

/** Whether tokens identify users by the changed setting. */
function changesSubjects({ path }: Leaf): boolean {
  return ['issuer', 'subjectAttribute'].includes(path.join('.'));
}

function affectedBySubjects(provider: ManifestIdentityProvider, consumers: Consumers) {
  const applications = consumers.applications().map(({ after }) => after);
  return affect(usersOf(provider, applications), `may see users of ${provider.name} under other names`);
}

/** The applications whose users may come from a provider. */
function usersOf(
  { name, type }: ManifestIdentityProvider,
  applications: readonly ManifestApplication[],
): readonly ManifestApplication[] {
  const grants = grantTypesWith(({ usersFrom }) => usersFrom.includes(type));
  return applications.filter(
    ({ identityProviders, grants: used }) =>
      (identityProviders?.includes(name) ?? true) && grants.some((grant) => used.includes(grant)),
  );
}

function describe(provider: ManifestIdentityProvider): string {
  return `${provider.type}, ${addressOf(provider)}`;
}

function valueOf(provider: ManifestIdentityProvider): Json {
  return { type: provider.type, address: addressOf(provider) };
}

function addressOf(provider: ManifestIdentityProvider): string {
  return hideCredentials(provider.type === 'ldap' ? provider.url : provider.issuer);
}

function subjectOf({ name }: ManifestIdentityProvider): Subject {
  return { kind: 'IdentityProvider', name };
}
