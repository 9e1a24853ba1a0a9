/** The kinds of changes of identity providers, with a short summary without a full stop. */
export const identityProviderChangeKinds = {
  'identity-provider-added': 'an identity provider was added',
  'identity-provider-removed': 'an identity provider was removed',
  'identity-provider-setting-added': 'a setting of an identity provider was added',
  'identity-provider-setting-changed': 'a setting of an identity provider changed',
  'identity-provider-setting-removed': 'a setting of an identity provider was removed',
} as const;
