/** The kinds of changes of tiers, with a short summary without a full stop. */
export const tierChangeKinds = {
  'tier-added': 'a tier was added',
  'tier-removed': 'a tier was removed',
  'tier-limit-added': 'a limit was added to a tier',
  'tier-limit-changed': 'the limit of a tier changed',
  'tier-limit-removed': 'the limit of a tier was removed',
  'tier-setting-added': 'a setting of a tier was added',
  'tier-setting-changed': 'a setting of a tier changed',
  'tier-setting-removed': 'a setting of a tier was removed',
} as const;
