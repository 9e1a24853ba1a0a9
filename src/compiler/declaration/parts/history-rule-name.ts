/** The rules that compare two states of a repository, in the order in which they are listed to people. */
export const historyRuleNames = [
  'api-identity-immutable',
  'breaking-change-in-version',
  'breaking-setting-in-version',
  'gateway-address-changed',
  'needless-version',
  'live-versions-rise',
  'lifecycle-order',
  'removed-without-deprecation',
  'sunset-brought-forward',
  'new-subscription-to-deprecated-api',
] as const;

export type HistoryRuleName = (typeof historyRuleNames)[number];
