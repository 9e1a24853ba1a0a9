import { access, ordinary, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';

/** The kinds of changes of users and what is sensitive about them. */
export const userChangeKinds = {
  'user-added': access('a user was added'),
  'user-removed': access('a user was removed'),
  'user-display-name-changed': ordinary('the display name of a user changed'),
  'user-password-changed': access(
    'the password of a user changed, which ends the sessions and tokens of that user',
  ),
  'user-disabled': access('a user was disabled'),
  'user-enabled': access('a user was enabled'),
  'user-setting-added': access('a setting of a user was added'),
  'user-setting-changed': access('a setting of a user changed'),
  'user-setting-removed': access('a setting of a user was removed'),
} as const satisfies DeclarationChangeKinds;
