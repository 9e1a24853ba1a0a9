import { access, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of teams and what is sensitive about them. */
export const teamChangeKinds = {
  'team-added': access('a team was added'),
  'team-removed': access('a team was removed'),
  'team-member-added': access('a member was added to a team'),
  'team-member-removed': access('a member was removed from a team'),
  'team-group-added': access('a group of an identity provider was added to a team'),
  'team-group-removed': access('a group of an identity provider was removed from a team'),
  'team-setting-added': access('a setting of a team was added'),
  'team-setting-changed': access('a setting of a team changed'),
  'team-setting-removed': access('a setting of a team was removed'),
} as const satisfies DeclarationChangeKinds;
