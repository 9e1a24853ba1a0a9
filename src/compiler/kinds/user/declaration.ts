import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '../../declaration/parts/date-time.ts';

/** Somebody who logs in with a password that the gateway itself checks. */
export const UserSchema = Type.Object(
  {
    kind: Type.Literal('User'),
    name: Type.String({
      pattern: '^[a-z0-9][a-z0-9._@-]{0,63}$',
      description:
        'What the user logs in with: at most 64 lower-case letters, digits, dots, underscores, hyphens and at signs.',
    }),
    displayName: Type.Optional(
      Type.String({
        pattern: '\\S',
        maxLength: 100,
        description: 'What pages call the user; the name if left out.',
      }),
    ),
    passwordDigest: Type.String({
      writeOnly: true,
      pattern:
        '^\\$argon2id\\$v=19\\$m=[1-9][0-9]{0,6},t=[1-9][0-9]{0,2},p=[1-9][0-9]{0,2}\\$[A-Za-z0-9+/]{11,86}\\$[A-Za-z0-9+/]{22,86}$',
      description:
        'The Argon2id digest of the password (RFC 9106) as a PHC string, made by `gatewright users add`.',
    }),
    state: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        description:
          'A disabled user cannot log in, and tokens of that user are refused; active if left out.',
      }),
    ),
    tokensNotBefore: Type.Optional(DateTimeSchema(tokensNotBefore(' of the user'))),
  },
  { additionalProperties: false, description: 'Somebody who logs in with a password.' },
);

export type UserDeclaration = Static<typeof UserSchema>;
