/** The kinds of changes of subscriptions, with a short summary without a full stop. */
export const subscriptionChangeKinds = {
  'subscription-added': 'an application subscribed to a version',
  'subscription-removed': 'a subscription was removed',
  'subscription-tier-changed': 'the tier of a subscription changed',
  'subscription-state-changed': 'a subscription was blocked or unblocked',
  'subscription-scope-added': 'a scope was added to a subscription',
  'subscription-scope-removed': 'a scope was removed from a subscription',
  'subscription-setting-added': 'a setting of a subscription was added',
  'subscription-setting-changed': 'a setting of a subscription changed',
  'subscription-setting-removed': 'a setting of a subscription was removed',
} as const;
