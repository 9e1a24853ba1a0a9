import Type, { type Static } from 'typebox';
import { DateSchema } from './parts/date-time.ts';
import { ScopeTokenSchema } from './parts/scope-token.ts';

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
        description: 'The scopes of the API that the application may ask for; none if left out.',
      }),
    ),
    since: Type.Optional(
      DateSchema('The day of the subscription; needed where the API is deprecated: 2026-01-31.'),
    ),
    state: Type.Optional(
      Type.Enum(['active', 'blocked'], {
        description: 'A blocked subscription is refused; active if left out.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "An application's subscription to one version of an API; it is next to the API that it asks for.",
  },
);

export type SubscriptionDeclaration = Static<typeof SubscriptionSchema>;
