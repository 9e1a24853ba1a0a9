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
        description: 'Requests allowed at once. Default: the value of `requests`.',
      }),
    ),
    whenUnavailable: Type.Optional(
      Type.Enum(['allow', 'refuse'], {
        description: 'What happens to a call if the counters cannot be reached. Default: refuse.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A number of requests in each unit of time; the description explains which requests are counted. */
export const LimitSchema = (description: string) =>
  Type.Object(RateLimitSchema.properties, { additionalProperties: false, description });

export type RateLimitDeclaration = Static<typeof RateLimitSchema>;
