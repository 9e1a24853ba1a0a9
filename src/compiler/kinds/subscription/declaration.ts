import Type, { type Static } from 'typebox';
import { ScopeTokenSchema } from '#compiler/declaration/parts/grant-type.ts';
import { DateSchema } from '#compiler/declaration/parts/deprecation.ts';

/** An application's use of one version of an API, under a tier. */
export const SubscriptionSchema = Type.Object(
  {
    kind: Type.Literal('Subscription'),
    application: Type.String({ minLength: 1, description: "The application's name." }),
    api: Type.String({
      pattern: '^[^/]+/[^/]+$',
      description: "The API's name and version, joined by a slash: DogPark/v1.",
    }),
    tier: Type.String({ minLength: 1, description: "The tier's name." }),
    scopes: Type.Optional(
      Type.Array(ScopeTokenSchema, {
        uniqueItems: true,
        description: 'The scopes of the API that the application may request. Default: none.',
      }),
    ),
    since: Type.Optional(
      DateSchema('The date of the subscription, such as 2026-01-31; required if the API is deprecated.'),
    ),
    state: Type.Optional(
      Type.Enum(['active', 'blocked'], {
        description: 'Calls with a blocked subscription are rejected. Default: active.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "An application's subscription to one version of an API; it is stored next to that API.",
  },
);

export type SubscriptionDeclaration = Static<typeof SubscriptionSchema>;
