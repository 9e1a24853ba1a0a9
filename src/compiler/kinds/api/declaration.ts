import Type, { type Static } from 'typebox';
import { DateTimeSchema } from '../../declaration/parts/date-time.ts';
import { DeploymentNameSchema } from '../../declaration/parts/deployment-name.ts';
import { CallerAssertionSchema } from '../../declaration/parts/caller-assertion.ts';
import { DeprecationSchema } from '../../declaration/parts/deprecation.ts';
import {
  CircuitBreakerSchema,
  EndpointTimeoutsSchema,
  HealthCheckSchema,
} from '../../declaration/parts/endpoint-resilience.ts';
import { HeaderNameSchema } from '../../declaration/parts/header-name.ts';
import { LimitSchema } from '../../declaration/parts/rate-limit.ts';
import { SecretReferenceSchema } from '../../declaration/parts/secret-reference.ts';
import { StreamsSchema } from '../../declaration/parts/streams.ts';

const EndpointAuthenticationSchema = Type.Object(
  {
    basic: Type.Optional(
      Type.Object(
        { username: SecretReferenceSchema, password: SecretReferenceSchema },
        { additionalProperties: false, description: 'HTTP Basic authentication (RFC 7617).' },
      ),
    ),
    header: Type.Optional(
      Type.Object(
        {
          name: HeaderNameSchema,
          value: SecretReferenceSchema,
        },
        { additionalProperties: false, description: 'A header of a fixed, secret value.' },
      ),
    ),
    clientCertificate: Type.Optional(
      Type.Object(
        { certificate: SecretReferenceSchema, key: SecretReferenceSchema },
        { additionalProperties: false, description: 'A TLS client certificate and its key, in PEM.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'How the gateway makes itself known to the upstream: basic, header or clientCertificate.',
  },
);

const EndpointSchema = Type.Object(
  {
    url: Type.Optional(
      Type.String({ minLength: 1, description: 'The address that calls are forwarded to.' }),
    ),
    targets: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        uniqueItems: true,
        description: 'In place of `url`: several addresses that take turns.',
      }),
    ),
    auth: Type.Optional(EndpointAuthenticationSchema),
    ca: Type.Optional(SecretReferenceSchema),
    timeouts: Type.Optional(EndpointTimeoutsSchema),
    retries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3,
        description: 'How often a call that failed may be tried again, where that is safe; 1 if left out.',
      }),
    ),
    maxConnections: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description:
          'Connections to each host at most; as many calls again wait, others are answered 503; 1024 if left out.',
      }),
    ),
    http2: Type.Optional(
      Type.Boolean({ description: 'Asks the upstream over HTTP/2, which needs https; false if left out.' }),
    ),
    circuitBreaker: Type.Optional(CircuitBreakerSchema),
    healthCheck: Type.Optional(HealthCheckSchema),
  },
  { additionalProperties: false, description: 'An upstream service: `url` or `targets`.' },
);

const EndpointsSchema = Type.Object(
  { production: Type.Optional(EndpointSchema), sandbox: Type.Optional(EndpointSchema) },
  {
    additionalProperties: false,
    description: 'Production keys reach the production endpoint, sandbox keys the sandbox endpoint.',
  },
);

const CorsSchema = Type.Object(
  {
    allowOrigins: Type.Array(Type.String({ pattern: '^(\\*|https?://[^/*]+)$' }), {
      uniqueItems: true,
      description: 'Exact origins (https://walker.example.edu), or * alone.',
    }),
    allowHeaders: Type.Optional(
      Type.Array(HeaderNameSchema, {
        description: 'Request headers; Authorization and Content-Type if left out.',
      }),
    ),
    exposeHeaders: Type.Optional(
      Type.Array(HeaderNameSchema, { description: 'Response headers that scripts may read.' }),
    ),
    maxAgeSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86400 })),
  },
  {
    additionalProperties: false,
    description: 'Which pages of other origins may call this API from a browser.',
  },
);

const ValidationSchema = Type.Object(
  {
    requests: Type.Optional(
      Type.Enum(['enforce', 'report', 'off'], {
        description:
          'enforce refuses requests that the document does not allow, report lets them pass and reports them; enforce if left out.',
      }),
    ),
    responses: Type.Optional(
      Type.Enum(['report', 'off'], {
        description:
          'With report, the gateway reports responses that the document does not declare; off if left out.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Whether requests and responses are held to the OpenAPI document.',
  },
);

/** One version of an API. */
export const ApiSchema = Type.Object(
  {
    kind: Type.Literal('Api'),
    name: Type.String({ minLength: 1, description: 'The display name, in UpperCamelCase: DogPark.' }),
    context: Type.String({
      minLength: 1,
      description: 'The first segment of its address, in snake_case: /dog_park.',
    }),
    version: Type.Unsafe<string>({
      type: ['string', 'number'],
      description: 'The second segment of its address: v1, or 1.',
    }),
    state: Type.Enum(['created', 'published', 'deprecated', 'blocked', 'retired'], {
      description: 'The lifecycle state: created is not served, blocked answers 503, retired answers 410.',
    }),
    blockedUntil: Type.Optional(
      DateTimeSchema(
        'When a blocked version is expected to be published again, for the Retry-After of its answers: ' +
          '2026-01-31T12:00:00Z. It stays blocked until its state changes.',
      ),
    ),
    deprecation: Type.Optional(DeprecationSchema),
    callerAssertion: Type.Optional(CallerAssertionSchema),
    description: Type.Optional(Type.String()),
    owner: Type.String({ minLength: 1, description: 'Who answers for it: an address or a team.' }),
    definition: Type.String({
      minLength: 1,
      description: 'The OpenAPI document (2.0, 3.0 or 3.1; YAML or JSON), relative to this file.',
    }),
    endpoints: Type.Optional(EndpointsSchema),
    deployments: Type.Optional(
      Type.Record(
        DeploymentNameSchema,
        Type.Object({ endpoints: EndpointsSchema }, { additionalProperties: false }),
        {
          additionalProperties: false,
          description: 'Endpoints that differ in a deployment, by its name.',
        },
      ),
    ),
    cors: Type.Optional(CorsSchema),
    validation: Type.Optional(ValidationSchema),
    maxBodyBytes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1024 * 1024 * 1024,
        description: 'A request with a longer body is answered 413; 10485760 (10 MiB) if left out.',
      }),
    ),
    pathEncoding: Type.Optional(
      Type.Enum(['strict', 'pass'], {
        description:
          'strict refuses paths with ;, %3B, %2F or %5C, pass forwards them as they were sent; strict if left out.',
      }),
    ),
    streams: Type.Optional(StreamsSchema('as the gateway declares')),
    limit: Type.Optional(
      LimitSchema('All calls of this version together, whatever application they are of.'),
    ),
    operationLimits: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1 }),
        LimitSchema('All calls of one operation together, whatever application they are of.'),
        {
          additionalProperties: false,
          description: 'Limits of operations, by `GET /dogs/{id}` or by operationId.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'One version of an API.' },
);

export type ApiDeclaration = Static<typeof ApiSchema>;
export type EndpointDeclaration = Static<typeof EndpointSchema>;
export type EndpointsDeclaration = Static<typeof EndpointsSchema>;
