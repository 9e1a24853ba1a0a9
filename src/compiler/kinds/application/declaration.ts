import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '../../declaration/parts/date-time.ts';
import { grantTypes } from '../../declaration/parts/grant-type.ts';
import { LimitSchema } from '../../declaration/parts/rate-limit.ts';

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
          description: 'Two overlap while a secret is rotated.',
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
      Type.String({ description: 'What it does, in a sentence for its users: the login pages show it.' }),
    ),
    type: Type.Enum(['single-page', 'native', 'web', 'service', 'command-line'], {
      description:
        'What the program is. A single-page application (in a browser) and a native one (on the machine of its user) are public and have no secret; the others have one.',
    }),
    owner: Type.String({ minLength: 1, description: 'Who answers for it: an address or a team.' }),
    callbackUrls: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description: 'Where the authorization endpoint may send the browser back to.',
      }),
    ),
    grants: Type.Array(Type.Enum([...grantTypes]), {
      uniqueItems: true,
      description: 'The OAuth 2.0 grants that it may use; with an empty list it gets no tokens.',
    }),
    identityProviders: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'Whose users may log in to it: names of identity providers, and users for the declared ones; all if left out, and nobody with an empty list.',
      }),
    ),
    tokensNotBefore: Type.Optional(DateTimeSchema(tokensNotBefore(' of the application'))),
    limit: Type.Optional(LimitSchema('All its calls of all APIs together, with either key set.')),
    keys: Type.Optional(
      Type.Object(
        { production: Type.Optional(KeySetSchema), sandbox: Type.Optional(KeySetSchema) },
        { additionalProperties: false, description: 'One key set for each of the two endpoints of an API.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'A program that calls APIs, and the keys that it does so with.',
  },
);

export type ApplicationDeclaration = Static<typeof ApplicationSchema>;
