/** The kinds of changes of teams, with a short summary without a full stop. */
export const teamChangeKinds = {
  'team-added': 'a team was added',
  'team-removed': 'a team was removed',
  'team-member-added': 'a member was added to a team',
  'team-member-removed': 'a member was removed from a team',
  'team-group-added': 'a group of an identity provider was added to a team',
  'team-group-removed': 'a group of an identity provider was removed from a team',
  'team-setting-added': 'a setting of a team was added',
  'team-setting-changed': 'a setting of a team changed',
  'team-setting-removed': 'a setting of a team was removed',
} as const;
