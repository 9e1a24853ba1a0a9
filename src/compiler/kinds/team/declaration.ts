import Type, { type Static } from 'typebox';

/** Several people who own APIs and applications together. */
export const TeamSchema = Type.Object(
  {
    kind: Type.Literal('Team'),
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
      description: 'The name that owners use: letters, digits, hyphens and underscores.',
    }),
    displayName: Type.Optional(
      Type.String({
        pattern: '\\S',
        maxLength: 100,
        description: 'The name shown on pages. Default: the name.',
      }),
    ),
    members: Type.Optional(
      Type.Array(Type.String({ pattern: '^\\S+$', maxLength: 320, description: 'A member has no spaces.' }), {
        uniqueItems: true,
        description:
          'Who belongs to it: names of declared users, e-mail addresses, and subjects of tokens (user:PROVIDER/ID).',
      }),
    ),
    groups: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.String({ pattern: '\\S', maxLength: 500, description: 'A group has a name.' }), {
          uniqueItems: true,
        }),
        {
          description:
            'Groups whose members belong to it, by the name of the identity provider that knows them, each as the provider writes it.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'People who own APIs and applications together, and see and propose changes of them in the store.',
  },
);

export type TeamDeclaration = Static<typeof TeamSchema>;
