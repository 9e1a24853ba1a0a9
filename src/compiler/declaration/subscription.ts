import Type, { type Static } from 'typebox';

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
    state: Type.Optional(
      Type.Enum(['active', 'blocked'], {
        description: 'A blocked subscription is refused; active if left out.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "An application's subscription to one version of an API; it stands beside the API that it asks for.",
  },
);

export type SubscriptionDeclaration = Static<typeof SubscriptionSchema>;
