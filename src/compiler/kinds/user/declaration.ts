import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '#compiler/declaration/parts/deprecation.ts';

/** A user who logs in with a password that the gateway checks. */
export const UserSchema = Type.Object(
  {
    kind: Type.Literal('User'),
    name: Type.String({
      pattern: '^[a-z0-9][a-z0-9._@-]{0,63}$',
      description:
        'The login name: at most 64 lower-case letters, digits, dots, underscores, hyphens and at signs.',
    }),
    displayName: Type.Optional(
      Type.String({
        pattern: '\\S',
        maxLength: 100,
        description: 'The name shown on pages. Default: the login name.',
      }),
    ),
    email: Type.Optional(
      Type.String({
        pattern: '^[^\\s@]+@[^\\s@]+$',
        maxLength: 254,
        description: 'The e-mail address that owners and teams may name the user by.',
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
        description: "A disabled user cannot log in, and the user's tokens are rejected. Default: active.",
      }),
    ),
    tokensNotBefore: Type.Optional(DateTimeSchema(tokensNotBefore(' of the user'))),
  },
  { additionalProperties: false, description: 'A user who logs in with a password.' },
);

export type UserDeclaration = Static<typeof UserSchema>;
