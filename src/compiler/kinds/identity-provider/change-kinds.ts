import { access, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of identity providers and what is sensitive about them. */
export const identityProviderChangeKinds = {
  'identity-provider-added': access('an identity provider was added'),
  'identity-provider-removed': access('an identity provider was removed'),
  'identity-provider-setting-added': access('a setting of an identity provider was added'),
  'identity-provider-setting-changed': access('a setting of an identity provider changed'),
  'identity-provider-setting-removed': access('a setting of an identity provider was removed'),
} as const satisfies DeclarationChangeKinds;
