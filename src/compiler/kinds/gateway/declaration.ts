import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '#compiler/declaration/parts/deprecation.ts';
import { DeploymentNameSchema } from '#compiler/declaration/parts/rate-limit.ts';
import {
  ExternalAuthorizationSchema,
  ListenerHostSchema,
  ListenerLimitsSchema,
  StreamsSchema,
} from '#compiler/declaration/parts/listener-limits.ts';
import { NoticesSchema } from '#compiler/declaration/parts/notices.ts';
import { innerFilePattern } from '#compiler/declaration/parts/ignore-entry.ts';
import { SecretReferenceSchema } from '#compiler/declaration/parts/secret-reference.ts';
import { StoreSchema } from '#compiler/declaration/parts/store.ts';

const UrlSchema = (description: string) => Type.String({ pattern: '^https?://', description });
const RuleNameSchema = Type.String({ pattern: '^(\\*|[a-z][a-z0-9-]*)$' });

/** How a gateway configures a rule: a severity, or an object with `severity` and the rule's options. */
export type RuleSetting = string | Readonly<Record<string, unknown>>;

const RuleSettingsSchema = Type.Record(
  RuleNameSchema,
  Type.Unsafe<RuleSetting>({
    type: ['string', 'object'],
    description:
      'A severity (off, info, warning, error), or an object with `severity` and the options of the rule.',
  }),
  {
    additionalProperties: false,
    description: "Severities and options of rules, by rule name; '*' is the severity of all others.",
  },
);

const LintSchema = Type.Object(
  {
    extends: Type.Optional(
      Type.Enum(['minimal', 'recommended', 'strict'], {
        description:
          'The set of rules that the settings start from: strict (the default) enforces every convention of design, recommended reports conventions one severity lower, and minimal not at all.',
      }),
    ),
    rules: Type.Optional(RuleSettingsSchema),
    overrides: Type.Optional(
      Type.Array(
        Type.Object(
          {
            files: Type.Array(Type.String({ minLength: 1 }), {
              minItems: 1,
              description: 'Globs of the files that the settings apply to, relative to this file.',
            }),
            rules: RuleSettingsSchema,
          },
          { additionalProperties: false },
        ),
        { description: 'Different settings for some files; if several match a file, the last one applies.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'How strictly the rules are enforced.' },
);

const PortSchema = Type.Integer({ minimum: 0, maximum: 65535 });

/** Each keyword applies to values of one type, so that one mistake gives one error. */
const AccessLogSchema = Type.Unsafe<'off' | 'stdout' | { readonly file: string }>({
  type: ['string', 'object'],
  pattern: '^(off|stdout)$',
  properties: {
    file: {
      type: 'string',
      minLength: 1,
      pattern: innerFilePattern,
      description: 'Relative to the state folder, which each gateway has for itself.',
    },
  },
  required: ['file'],
  additionalProperties: false,
  description:
    'Where the access log is written, one JSON line for each call: off (the default), stdout, or a file.',
});

const DeploymentSchema = Type.Object(
  {
    gatewayUrl: UrlSchema('The base address of the APIs and of the token endpoint.'),
    authUrl: Type.Optional(UrlSchema('The base address of the authorization endpoint. Default: gatewayUrl.')),
    keyManagerUrl: Type.Optional(
      UrlSchema('The base address of the key manager and the issuer of its tokens. Default: gatewayUrl.'),
    ),
    storeUrl: Type.Optional(
      UrlSchema(
        'The base address of the store, preferably a host of its own, so that pages of APIs cannot act in it. Default: gatewayUrl.',
      ),
    ),
    listener: Type.Optional(
      Type.Object(
        {
          host: Type.Optional(
            ListenerHostSchema('The address or host name to listen on. Default: 127.0.0.1.'),
          ),
          port: Type.Optional(Type.Integer({ ...PortSchema, description: 'The TLS port. Default: 8243.' })),
          tls: Type.Optional(
            Type.Object(
              { certificate: SecretReferenceSchema, key: SecretReferenceSchema },
              {
                additionalProperties: false,
                description:
                  'The certificate chain and its private key, in PEM. Default: generated on the first run.',
              },
            ),
          ),
          http2: Type.Optional(
            Type.Boolean({ description: 'Whether the TLS listener offers HTTP/2. Default: true.' }),
          ),
          limits: Type.Optional(ListenerLimitsSchema),
        },
        { additionalProperties: false, description: 'The listener that receives calls.' },
      ),
    ),
    admin: Type.Optional(
      Type.Object(
        {
          host: Type.Optional(
            ListenerHostSchema(
              'The address or host name to listen on; any address other than loopback requires TLS. Default: 127.0.0.1.',
            ),
          ),
          port: Type.Optional(Type.Integer({ ...PortSchema, description: 'Default: 8244.' })),
        },
        { additionalProperties: false, description: 'The listener for health, status and metrics.' },
      ),
    ),
    externalAuthorization: Type.Optional(ExternalAuthorizationSchema),
    trustedProxies: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Addresses or CIDR blocks of proxies whose X-Forwarded-* headers are trusted.',
      }),
    ),
    accessLog: Type.Optional(AccessLogSchema),
    tracing: Type.Optional(
      Type.Object(
        {
          endpoint: Type.Optional(
            UrlSchema(
              'The base URL of an OTLP/HTTP endpoint; /v1/traces is appended. Default: the value of OTEL_EXPORTER_OTLP_ENDPOINT.',
            ),
          ),
          ratio: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description:
                'The fraction of calls that are sampled, unless a trusted proxy has already decided. Default: 0.1.',
            }),
          ),
        },
        { additionalProperties: false, description: 'Where the spans of calls are sent.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'One environment in which the gateway runs.' },
);

/** The configuration of a gateway: one document, in gateway.config.yaml. */
export const GatewaySchema = Type.Object(
  {
    kind: Type.Literal('Gateway'),
    format: Type.Literal(1, { description: 'The version of the declaration format.' }),
    organisation: Type.String({ minLength: 1, description: 'The organisation that runs the gateway.' }),
    sources: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'Globs of the declarations. Default: apis, applications, tiers, users and identity-providers (**/*.yaml).',
      }),
    ),
    deployments: Type.Record(DeploymentNameSchema, DeploymentSchema, {
      additionalProperties: false,
      minProperties: 1,
      description:
        'The deployments by name, which consists of lower-case letters, digits and hyphens. Commands use production unless --deployment names another.',
    }),
    token: Type.Optional(
      Type.Object(
        {
          lifetimeSeconds: Type.Optional(
            Type.Integer({
              minimum: 30,
              maximum: 86400,
              description: 'How long an access token is valid, in seconds. Default: 3600.',
            }),
          ),
          refreshIdleSeconds: Type.Optional(
            Type.Integer({
              minimum: 60,
              maximum: 31_536_000,
              description:
                'How long a refresh token stays valid without use, in seconds. Default: 1209600 (14 days).',
            }),
          ),
          refreshLifetimeSeconds: Type.Optional(
            Type.Integer({
              minimum: 60,
              maximum: 31_536_000,
              description:
                'How long after a login the user must log in again, in seconds. Default: 7776000 (90 days).',
            }),
          ),
          tokensNotBefore: Type.Optional(DateTimeSchema(tokensNotBefore(''))),
          signingKeys: Type.Optional(
            Type.Array(
              Type.Object(
                { key: SecretReferenceSchema, use: Type.Optional(Type.Enum(['sign', 'verify'])) },
                { additionalProperties: false },
              ),
              {
                minItems: 1,
                description: 'P-256 private keys in PEM. Default: one key, generated on the first run.',
              },
            ),
          ),
        },
        { additionalProperties: false, description: 'Settings for access tokens and refresh tokens.' },
      ),
    ),
    state: Type.Optional(
      Type.Object(
        {
          store: Type.Enum(['memory', 'sqlite', 'redis'], {
            description: 'The token store. Default: sqlite, in the state folder.',
          }),
          url: Type.Optional(SecretReferenceSchema),
        },
        { additionalProperties: false, description: 'Where codes, refresh tokens and revocations are kept.' },
      ),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          counters: Type.Enum(['local', 'redis'], {
            description: 'The store of the counters. Default: local, in the memory of this machine.',
          }),
          url: Type.Optional(SecretReferenceSchema),
        },
        { additionalProperties: false, description: 'Where calls are counted for rate limits.' },
      ),
    ),
    upstreams: Type.Optional(
      Type.Object(
        {
          forbidden: Type.Array(Type.String({ minLength: 1 }), {
            description:
              'Addresses that no endpoint may have: CIDR blocks, and IP addresses or hosts with or without a port. Default: link-local addresses and the metadata services of clouds. The addresses of the gateway itself are always forbidden.',
          }),
        },
        { additionalProperties: false, description: 'What applies to the endpoints of all APIs.' },
      ),
    ),
    versioning: Type.Optional(
      Type.Enum(['url', 'header', 'hybrid'], {
        description:
          'How a call selects the version: in its path (url, the default), with the API-Version header, or either.',
      }),
    ),
    streams: Type.Optional(StreamsSchema('as long as their token is valid, and without a token one hour')),
    errorDocsUrl: Type.Optional(
      UrlSchema(
        'The URL prefix of the pages that explain error codes. Default: those of the store, if there is one.',
      ),
    ),
    store: Type.Optional(StoreSchema),
    notices: Type.Optional(NoticesSchema),
    digestHeader: Type.Optional(
      Type.Boolean({
        description:
          'Whether responses have the header Gatewright-Digest, the digest of the route table that served them. Default: false.',
      }),
    ),
    unauthenticatedStatus: Type.Optional(
      Type.Enum([401, 403], {
        description:
          'The status of calls without a valid token: 403 (the default), or 401 for clients that then get a new token.',
      }),
    ),
    lint: Type.Optional(LintSchema),
    reload: Type.Optional(
      Type.Object(
        {
          isolate: Type.Optional(
            Type.Boolean({
              description:
                'Whether an error holds back only the API, application or other declaration that it is in, which stays as it was last served. Default: false, an error holds back every change.',
            }),
          ),
        },
        { additionalProperties: false, description: 'What happens when the files have changed.' },
      ),
    ),
    sizes: Type.Optional(
      Type.Object(
        {
          declarationBytes: Type.Optional(
            Type.Integer({
              minimum: 1024,
              description: 'The maximum size of a file with declarations. Default: 1 MiB.',
            }),
          ),
          definitionBytes: Type.Optional(
            Type.Integer({
              minimum: 1024,
              description:
                'The maximum size of an OpenAPI document, also of one that is sent to the store. Default: 64 MiB.',
            }),
          ),
        },
        { additionalProperties: false, description: 'The maximum sizes of files, in bytes.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'The configuration of a gateway.' },
);

export type GatewayDeclaration = Static<typeof GatewaySchema>;
export type DeploymentDeclaration = Static<typeof DeploymentSchema>;
