import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '#compiler/declaration/parts/deprecation.ts';
import { grantTypes } from '#compiler/declaration/parts/grant-type.ts';
import { ContactsSchema } from '#compiler/declaration/parts/notices.ts';
import { LimitSchema } from '#compiler/declaration/parts/rate-limit.ts';

const KeySetSchema = Type.Object(
  {
    consumerKey: Type.String({
      pattern: '^[A-Za-z0-9_-]{8,128}$',
      description: 'The client identifier: 8 to 128 letters, digits, hyphens and underscores. Not a secret.',
    }),
    secretDigests: Type.Optional(
      Type.Array(
        Type.String({
          writeOnly: true,
          pattern: '^sha256:[0-9a-f]{64}$',
          description: 'The SHA-256 digest of a consumer secret, made by `gatewright keys generate`.',
        }),
        {
          writeOnly: true,
          maxItems: 4,
          uniqueItems: true,
          description: 'During a rotation, an old and a new secret are valid at the same time.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'A consumer key, and the digests of its secrets.' },
);

/** A consuming program, with its production and sandbox key sets. */
export const ApplicationSchema = Type.Object(
  {
    kind: Type.Literal('Application'),
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
      description: 'The name that subscriptions use: letters, digits, hyphens and underscores.',
    }),
    description: Type.Optional(
      Type.String({ description: 'What it does, in one sentence for its users; the login pages show it.' }),
    ),
    type: Type.Enum(['single-page', 'native', 'web', 'service', 'command-line'], {
      description:
        "The type of the program. A single-page application (in a browser) and a native application (on the user's machine) are public clients without a secret; all other types have one.",
    }),
    owner: Type.String({
      minLength: 1,
      description: 'Who is responsible for it: a user name, an e-mail address or a team.',
    }),
    callbackUrls: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description: 'The URLs that the authorization endpoint may redirect the browser to.',
      }),
    ),
    grants: Type.Array(Type.Enum([...grantTypes]), {
      uniqueItems: true,
      description: 'The OAuth 2.0 grant types that it may use; with an empty list it gets no tokens.',
    }),
    identityProviders: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'The identity providers whose users may log in to it, by name; `users` stands for the declared users. An empty list allows nobody. Default: all.',
      }),
    ),
    tokensNotBefore: Type.Optional(DateTimeSchema(tokensNotBefore(' of the application'))),
    limit: Type.Optional(
      LimitSchema('The limit for all its calls of all APIs together, with both key sets.'),
    ),
    notices: Type.Optional(ContactsSchema),
    keys: Type.Optional(
      Type.Object(
        { production: Type.Optional(KeySetSchema), sandbox: Type.Optional(KeySetSchema) },
        {
          additionalProperties: false,
          description: 'A key set for the production endpoints and one for the sandbox endpoints.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'A program that calls APIs, and its keys.',
  },
);

export type ApplicationDeclaration = Static<typeof ApplicationSchema>;
