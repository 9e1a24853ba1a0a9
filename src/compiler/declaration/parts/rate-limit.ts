import Type, { type Static } from 'typebox';

const RateLimitSchema = Type.Object(
  {
    requests: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Requests allowed in each unit of time.',
    }),
    unit: Type.Enum(['second', 'minute', 'hour', 'day'], { description: 'The unit of time.' }),
    burst: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'Requests allowed at once; as many as `requests` if left out.',
      }),
    ),
    whenUnavailable: Type.Optional(
      Type.Enum(['allow', 'refuse'], {
        description: 'What happens to a call that cannot be counted; it is refused if left out.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** So many requests in each unit of time; the description says which ones are counted. */
export const LimitSchema = (description: string) =>
  Type.Object(RateLimitSchema.properties, { additionalProperties: false, description });

export type RateLimitDeclaration = Static<typeof RateLimitSchema>;
