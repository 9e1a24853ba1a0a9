import Type, { type Static } from 'typebox';

const hourMs = 3_600_000;

function duration(description: string, defaultMs: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: hourMs,
      description: `${description}, in milliseconds; ${defaultMs} if left out.`,
    }),
  );
}

function count(description: string, minimum: number, byDefault: number) {
  return Type.Optional(
    Type.Integer({ minimum, maximum: 1000, description: `${description}; ${byDefault} if left out.` }),
  );
}

/** How long an upstream is waited for. */
export const EndpointTimeoutsSchema = Type.Object(
  {
    connectMs: duration('For a connection, TLS included', 10_000),
    firstByteMs: duration('From the end of the request to the headers of the answer', 60_000),
    idleMs: duration('Between two parts of the body of the answer', 60_000),
  },
  { additionalProperties: false, description: 'How long the upstream is waited for.' },
);

/** When a failing target receives no calls. */
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
        description: 'The part of its calls that these have to be; 0.5 if left out.',
      }),
    ),
    windowMs: duration('How long failures are counted for, from the first one on', 10_000),
    openMs: duration('How long the circuit stays open until one call is let through', 10_000),
  },
  { additionalProperties: false, description: 'When a failing target receives no calls for a while.' },
);

/** How targets are asked whether they are well. */
export const HealthCheckSchema = Type.Object(
  {
    path: Type.String({
      pattern: "^/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$",
      maxLength: 1000,
      description:
        'The path that is asked for with GET on the host of each target; a status of 200 to 399 is well.',
    }),
    intervalMs: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: hourMs,
        description: 'How often, in milliseconds; 10000 if left out.',
      }),
    ),
    timeoutMs: duration('How long the answer may take', 2000),
    healthyAfter: count('Good answers in a row that bring a target back', 1, 2),
    unhealthyAfter: count('Bad ones in a row that take it out', 1, 3),
  },
  { additionalProperties: false, description: 'Real requests that find out which targets are well.' },
);

export type CircuitBreakerDeclaration = Static<typeof CircuitBreakerSchema>;
