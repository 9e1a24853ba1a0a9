import { access, ordinary, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of subscriptions and what is sensitive about them. */
export const subscriptionChangeKinds = {
  'subscription-added': access('an application subscribed to a version'),
  'subscription-removed': access('a subscription was removed'),
  'subscription-tier-changed': ordinary('the tier of a subscription changed'),
  'subscription-state-changed': access('a subscription was blocked or unblocked'),
  'subscription-scope-added': access('a scope was added to a subscription'),
  'subscription-scope-removed': access('a scope was removed from a subscription'),
  'subscription-setting-added': access('a setting of a subscription was added'),
  'subscription-setting-changed': access('a setting of a subscription changed'),
  'subscription-setting-removed': access('a setting of a subscription was removed'),
} as const satisfies DeclarationChangeKinds;
