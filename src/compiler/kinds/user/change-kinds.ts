/** The kinds of changes of users, with a short summary without a full stop. */
export const userChangeKinds = {
  'user-added': 'a user was added',
  'user-removed': 'a user was removed',
  'user-display-name-changed': 'the display name of a user changed',
  'user-password-changed': 'the password of a user changed, which ends the sessions and tokens of that user',
  'user-disabled': 'a user was disabled',
  'user-enabled': 'a user was enabled',
  'user-setting-added': 'a setting of a user was added',
  'user-setting-changed': 'a setting of a user changed',
  'user-setting-removed': 'a setting of a user was removed',
} as const;
