import Type, { type Static } from 'typebox';

/** The name of a deployment, for `--deployment`; it is also used in names of files and folders. */
export const DeploymentNameSchema = Type.String({ pattern: '^[a-z][a-z0-9-]*$' });

const hourMs = 3_600_000;

/** How long the gateway waits for an upstream. */
export const EndpointTimeoutsSchema = Type.Object(
  {
    connectMs: duration('For a connection, TLS included', 10_000),
    firstByteMs: duration('From the end of the request to the headers of the response', 60_000),
    idleMs: duration('Between two chunks of the response body', 60_000),
  },
  { additionalProperties: false, description: 'How long the gateway waits for the upstream.' },
);

/** When a failing target receives no calls for a while. */
export const CircuitBreakerSchema = Type.Object(
  {
    failures: count(
      'Failures in `windowMs` after which the circuit of a target opens, or 0 for never',
      0,
      20,
    ),
    ratio: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'The fraction of its calls that must have failed. Default: 0.5.',
      }),
    ),
    windowMs: duration('How long failures are counted, from the first one', 10_000),
    openMs: duration('How long the circuit stays open until one call is let through', 10_000),
  },
  { additionalProperties: false, description: 'When a failing target receives no calls for a while.' },
);

/** How the health of targets is checked. */
export const HealthCheckSchema = Type.Object(
  {
    path: Type.String({
      pattern: "^/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$",
      maxLength: 1000,
      description:
        'The path to request with GET on the host of each target; a status of 200 to 399 is healthy.',
    }),
    intervalMs: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: hourMs,
        description: 'The interval between checks, in milliseconds. Default: 10000.',
      }),
    ),
    timeoutMs: duration('The timeout of a check', 2000),
    healthyAfter: count('Consecutive successful checks after which a target is healthy', 1, 2),
    unhealthyAfter: count('Consecutive failed checks after which it is unhealthy', 1, 3),
  },
  { additionalProperties: false, description: 'Requests that check which targets are healthy.' },
);

export type CircuitBreakerDeclaration = Static<typeof CircuitBreakerSchema>;

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

function duration(description: string, defaultMs: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: hourMs,
      description: `${description}, in milliseconds. Default: ${defaultMs}.`,
    }),
  );
}

function count(description: string, minimum: number, byDefault: number) {
  return Type.Optional(
    Type.Integer({ minimum, maximum: 1000, description: `${description}. Default: ${byDefault}.` }),
  );
}
