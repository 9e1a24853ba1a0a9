import { access, ordinary, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of tiers and what is sensitive about them. */
export const tierChangeKinds = {
  'tier-added': ordinary('a tier was added'),
  'tier-removed': ordinary('a tier was removed'),
  'tier-limit-added': ordinary('a limit was added to a tier'),
  'tier-limit-changed': ordinary('the limit of a tier changed'),
  'tier-limit-removed': ordinary('the limit of a tier was removed'),
  'tier-concurrency-added': ordinary('a limit of concurrent calls was added to a tier'),
  'tier-concurrency-changed': ordinary('the limit of concurrent calls of a tier changed'),
  'tier-concurrency-removed': ordinary('the limit of concurrent calls of a tier was removed'),
  'tier-setting-added': access('a setting of a tier was added'),
  'tier-setting-changed': access('a setting of a tier changed'),
  'tier-setting-removed': access('a setting of a tier was removed'),
} as const satisfies DeclarationChangeKinds;
