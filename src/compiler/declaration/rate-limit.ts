import Type, { type Static } from 'typebox';

/** So many requests in each unit of time. */
export const RateLimitSchema = Type.Object(
  {
    requests: Type.Integer({ minimum: 1, description: 'Requests allowed in each unit of time.' }),
    unit: Type.Enum(['second', 'minute', 'hour', 'day'], { description: 'The unit of time.' }),
    burst: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Requests allowed at once; as many as `requests` if left out.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type RateLimitDeclaration = Static<typeof RateLimitSchema>;
