import { access, ordinary, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of applications and what is sensitive about them. */
export const applicationChangeKinds = {
  'application-added': access('an application was added'),
  'application-removed': access('an application was removed'),
  'application-type-changed': access('the type of an application changed'),
  'application-description-changed': ordinary('the description of an application on the login pages changed'),
  'application-owner-changed': ordinary('the owner of an application changed'),
  'callback-url-added': access('a callback URL was added'),
  'callback-url-removed': access('a callback URL was removed'),
  'grant-added': access('a grant type was added to an application'),
  'grant-removed': access('a grant type was removed from an application'),
  'login-source-changed': access('the identity providers of an application changed'),
  'key-set-added': access('production or sandbox keys were added to an application'),
  'key-set-removed': access('production or sandbox keys were removed from an application'),
  'consumer-key-changed': access('the consumer key of an application changed'),
  'secret-added': access('a consumer secret was added'),
  'secret-removed': access('a consumer secret was removed'),
  'secrets-exchanged': access('all consumer secrets of a key set were replaced'),
  'application-limit-added': ordinary('a limit on all calls of an application was added'),
  'application-limit-changed': ordinary('the limit on all calls of an application changed'),
  'application-limit-removed': ordinary('the limit on all calls of an application was removed'),
  'tokens-revoked': access('tokens issued before a date were revoked'),
  'revocation-lifted': access('the revocation of tokens issued before a date was lifted'),
  'application-setting-added': access('a setting of an application was added'),
  'application-setting-changed': access('a setting of an application changed'),
  'application-setting-removed': access('a setting of an application was removed'),
} as const satisfies DeclarationChangeKinds;
