import Type, { type Static } from 'typebox';
import { LimitSchema } from '#compiler/declaration/parts/rate-limit.ts';

/** A throttling tier that subscriptions name. */
export const TierSchema = Type.Object(
  {
    kind: Type.Literal('Tier'),
    name: Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]*$',
      description: 'The name that subscriptions use: lower-case letters, digits, hyphens and underscores.',
    }),
    description: Type.Optional(Type.String()),
    limit: Type.Optional(LimitSchema('The limit for the calls of each subscription.')),
    maxConcurrentCalls: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description:
          'How many calls of each subscription may be in progress at a time, WebSockets and streams included. Default: any number.',
      }),
    ),
  },
  { additionalProperties: false, description: 'A throttling tier; without a limit it is unlimited.' },
);

export type TierDeclaration = Static<typeof TierSchema>;
