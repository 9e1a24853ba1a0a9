import { tagLimits } from '#compiled/proposals/declared-details.ts';
import Type, { type Static } from 'typebox';
import {
  DateTimeSchema,
  DeprecationSchema,
  FurtherAddressesSchema,
} from '#compiler/declaration/parts/deprecation.ts';
import {
  DeploymentNameSchema,
  CircuitBreakerSchema,
  EndpointTimeoutsSchema,
  HealthCheckSchema,
  LimitSchema,
} from '#compiler/declaration/parts/rate-limit.ts';
import {
  CallerAssertionSchema,
  SecretReferenceSchema,
} from '#compiler/declaration/parts/secret-reference.ts';
import { GuidesSchema } from '#compiler/declaration/parts/guides.ts';
import { HeaderNameSchema } from '#compiler/declaration/parts/header-name.ts';
import { StreamsSchema } from '#compiler/declaration/parts/listener-limits.ts';

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
    description: 'How the gateway authenticates to the upstream: basic, header or clientCertificate.',
  },
);

const AllowPlainHttpSchema = Type.Object(
  {
    reason: Type.String({
      pattern: '\\S',
      description:
        'Why nobody can read or change these calls: the service mesh of the cluster encrypts them.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'With a `reason`, allows addresses with http outside the loopback interface, such as a service inside the cluster. Calls and ' +
      'credentials are sent to them unencrypted.',
  },
);

const EndpointSchema = Type.Object(
  {
    url: Type.Optional(
      Type.String({ minLength: 1, description: 'The address that calls are forwarded to.' }),
    ),
    targets: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        uniqueItems: true,
        description:
          'Instead of `url`: several addresses, called in turn (round-robin). None: there is no endpoint.',
      }),
    ),
    auth: Type.Optional(EndpointAuthenticationSchema),
    ca: Type.Optional(SecretReferenceSchema),
    timeouts: Type.Optional(EndpointTimeoutsSchema),
    retries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3,
        description: 'How often a failed call may be retried, if that is safe. Default: 1.',
      }),
    ),
    maxConnections: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description:
          'The maximum number of connections to each host. The same number of calls may wait for a connection; further calls get 503. Default: 1024.',
      }),
    ),
    http2: Type.Optional(
      Type.Boolean({
        description: 'Whether to call the upstream over HTTP/2, which requires https. Default: false.',
      }),
    ),
    circuitBreaker: Type.Optional(CircuitBreakerSchema),
    healthCheck: Type.Optional(HealthCheckSchema),
    allowPlainHttp: Type.Optional(AllowPlainHttpSchema),
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
    allowOrigins: Type.Array(
      Type.String({
        pattern: '^(\\*|https?://[^/]+)$',
        description:
          'An origin is written as browsers send it, such as https://walker.example.edu or http://localhost:3000, without a path or a slash at its end; * alone allows every origin.',
      }),
      { uniqueItems: true, description: 'Exact origins (https://walker.example.edu), or only *.' },
    ),
    allowHeaders: Type.Optional(
      Type.Array(HeaderNameSchema, {
        description: 'Request headers that scripts may send. Default: Authorization and Content-Type.',
      }),
    ),
    exposeHeaders: Type.Optional(
      Type.Array(HeaderNameSchema, { description: 'Response headers that scripts may read.' }),
    ),
    maxAgeSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86400 })),
  },
  {
    additionalProperties: false,
    description: 'Which web pages of other origins may call this API (CORS).',
  },
);

const ValidationSchema = Type.Object(
  {
    requests: Type.Optional(
      Type.Enum(['enforce', 'report', 'off'], {
        description:
          'enforce rejects requests that do not match the document; report forwards and reports them. Default: enforce.',
      }),
    ),
    responses: Type.Optional(
      Type.Enum(['report', 'off'], {
        description: 'report reports responses that do not match the document. Default: off.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Whether requests and responses are validated against the OpenAPI document.',
  },
);

/** One version of an API. */
export const ApiSchema = Type.Object(
  {
    kind: Type.Literal('Api'),
    name: Type.String({
      minLength: 1,
      pattern: '^[^\\x00-\\x1f\\x7f]*$',
      description: 'The display name, in UpperCamelCase: DogPark.',
    }),
    context: Type.String({
      minLength: 1,
      description: 'The first segment of its address, in snake_case: /dog_park.',
    }),
    version: Type.Unsafe<string>({
      type: ['string', 'number'],
      description: 'The second segment of its address: v1, or 1.',
    }),
    alsoAt: Type.Optional(FurtherAddressesSchema),
    state: Type.Enum(['created', 'published', 'deprecated', 'blocked', 'retired'], {
      description:
        'The lifecycle state. A created version is not served, a blocked version returns 503, a retired version returns 410.',
    }),
    blockedUntil: Type.Optional(
      DateTimeSchema(
        'When a blocked version is expected to be available again, for the Retry-After header of its responses: ' +
          '2026-01-31T12:00:00Z. It stays blocked until its state changes.',
      ),
    ),
    deprecation: Type.Optional(DeprecationSchema),
    callerAssertion: Type.Optional(CallerAssertionSchema),
    description: Type.Optional(
      Type.String({
        description: 'The purpose of the API, for the store. Default: the description in its document.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(
        Type.String({ pattern: '\\S', maxLength: tagLimits.length, description: 'A tag has a text.' }),
        {
          uniqueItems: true,
          maxItems: tagLimits.count,
          description: 'The topics that the store groups it by. Default: the tags of its document.',
        },
      ),
    ),
    guides: Type.Optional(GuidesSchema('this version')),
    visibility: Type.Optional(
      Type.Enum(['public', 'owners'], {
        description:
          'Who can see it in the store: everyone who can see the catalogue, or only its owners. Default: public.',
      }),
    ),
    owner: Type.String({
      minLength: 1,
      description: 'Who is responsible for it: a user name, an e-mail address or a team.',
    }),
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
          description: 'Different endpoints for a deployment, by its name.',
        },
      ),
    ),
    cors: Type.Optional(CorsSchema),
    validation: Type.Optional(ValidationSchema),
    maxBodyBytes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1024 * 1024 * 1024,
        description:
          'The maximum size of a request body, in bytes; a larger one gets 413. Default: 10485760 (10 MiB).',
      }),
    ),
    pathEncoding: Type.Optional(
      Type.Enum(['strict', 'pass'], {
        description:
          'strict rejects paths with ;, %3B, %2F or %5C; pass forwards them unchanged. Default: strict.',
      }),
    ),
    streams: Type.Optional(StreamsSchema('as the gateway declares')),
    limit: Type.Optional(
      LimitSchema('The limit for all calls of this version, of all applications together.'),
    ),
    access: Type.Optional(
      Type.Enum(['public'], {
        description:
          'public: everyone may call every operation of this version without a token, also those that its document ' +
          'gains. Default: only the operations under operationAccess.',
      }),
    ),
    operations: Type.Optional(
      Type.Object(
        {
          undeclared: Type.Optional(
            Type.Enum(['refuse', 'pass'], {
              description:
                'What happens to calls of a path or method that the document does not declare: refuse answers them with 404 or 405 (the default); ' +
                'pass forwards them with a token, a subscription and limits, but without a scope and without validation.',
            }),
          ),
        },
        { additionalProperties: false, description: 'What applies to operations in general.' },
      ),
    ),
    operationAccess: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^a-z\\s]+ /' }), Type.Enum(['public']), {
        additionalProperties: false,
        description:
          'Operations that everyone may call without a token, each by its method and path: `GET /dogs: public`. ' +
          'An operationId is not accepted, since a change of the document could give it to another operation.',
      }),
    ),
    addressLimit: Type.Optional(
      LimitSchema(
        'The limit for the calls of public operations from one client address. Default: 60 requests a minute.',
      ),
    ),
    operationLimits: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1 }),
        LimitSchema('The limit for all calls of one operation, of all applications together.'),
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
