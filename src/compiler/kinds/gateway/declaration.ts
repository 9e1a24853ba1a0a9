import Type, { type Static } from 'typebox';
import { DateTimeSchema, tokensNotBefore } from '../../declaration/parts/date-time.ts';
import { DeploymentNameSchema } from '../../declaration/parts/deployment-name.ts';
import { ListenerHostSchema } from '../../declaration/parts/listener-host.ts';
import { ListenerLimitsSchema } from '../../declaration/parts/listener-limits.ts';
import { SecretReferenceSchema } from '../../declaration/parts/secret-reference.ts';
import { StreamsSchema } from '../../declaration/parts/streams.ts';

const UrlSchema = (description: string) => Type.String({ pattern: '^https?://', description });
const RuleNameSchema = Type.String({ pattern: '^[a-z][a-z0-9-]*$' });

/** What a gateway says of a rule: a severity, or an object with `severity` and the rule's options. */
export type RuleSetting = string | Readonly<Record<string, unknown>>;

const RuleSettingsSchema = Type.Record(
  RuleNameSchema,
  Type.Unsafe<RuleSetting>({
    type: ['string', 'object'],
    description:
      'A severity (off, info, warning, error), or an object of `severity` and options of the rule.',
  }),
  { additionalProperties: false, description: 'Severities and options of rules, by rule.' },
);

const LintSchema = Type.Object(
  {
    rules: Type.Optional(RuleSettingsSchema),
    overrides: Type.Optional(
      Type.Array(
        Type.Object(
          {
            files: Type.Array(Type.String({ minLength: 1 }), {
              minItems: 1,
              description: 'Globs of the files that the settings are for, relative to this file.',
            }),
            rules: RuleSettingsSchema,
          },
          { additionalProperties: false },
        ),
        { description: 'Other settings for some files; of several that fit, the last one holds.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'How strictly the rules are kept.' },
);

const PortSchema = Type.Integer({ minimum: 0, maximum: 65535 });

/** Each keyword is for values of its own type, so that one mistake is one error. */
const AccessLogSchema = Type.Unsafe<'off' | 'stdout' | { readonly file: string }>({
  type: ['string', 'object'],
  pattern: '^(off|stdout)$',
  properties: {
    file: { type: 'string', minLength: 1, description: 'Relative to the folder of the configuration.' },
  },
  required: ['file'],
  additionalProperties: false,
  description: 'Where a line of JSON is written for each call: off (the default), stdout, or a file.',
});

const DeploymentSchema = Type.Object(
  {
    gatewayUrl: UrlSchema('The base address of the APIs and of the token endpoint.'),
    authUrl: Type.Optional(
      UrlSchema('The base address of the authorization endpoint; gatewayUrl if left out.'),
    ),
    keyManagerUrl: Type.Optional(
      UrlSchema('The base address of the key manager and the issuer of its tokens; gatewayUrl if left out.'),
    ),
    listener: Type.Optional(
      Type.Object(
        {
          host: Type.Optional(
            ListenerHostSchema('The address or host name to listen on; 127.0.0.1 if left out.'),
          ),
          port: Type.Optional(
            Type.Integer({ ...PortSchema, description: 'The TLS port; 8243 if left out.' }),
          ),
          tls: Type.Optional(
            Type.Object(
              { certificate: SecretReferenceSchema, key: SecretReferenceSchema },
              {
                additionalProperties: false,
                description: 'The certificate chain and its key, in PEM; made on the first run if left out.',
              },
            ),
          ),
          http2: Type.Optional(
            Type.Boolean({ description: 'Whether clients may choose HTTP/2 over TLS; true if left out.' }),
          ),
          limits: Type.Optional(ListenerLimitsSchema),
        },
        { additionalProperties: false, description: 'Where calls come in.' },
      ),
    ),
    admin: Type.Optional(
      Type.Object(
        {
          host: Type.Optional(
            ListenerHostSchema('127.0.0.1 if left out; any address other than loopback requires TLS.'),
          ),
          port: Type.Optional(Type.Integer({ ...PortSchema, description: '8244 if left out.' })),
        },
        { additionalProperties: false, description: 'Where health, status and metrics are answered.' },
      ),
    ),
    trustedProxies: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Addresses or CIDR blocks whose X-Forwarded-* are believed.',
      }),
    ),
    accessLog: Type.Optional(AccessLogSchema),
    tracing: Type.Optional(
      Type.Object(
        {
          endpoint: Type.Optional(
            UrlSchema(
              'The base URL of an OTLP receiver over HTTP, to which /v1/traces is added; that of OTEL_EXPORTER_OTLP_ENDPOINT if left out.',
            ),
          ),
          ratio: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description:
                'How many of the calls are traced that no trusted proxy has decided on; 0.1 if left out.',
            }),
          ),
        },
        { additionalProperties: false, description: 'Where spans of calls are sent.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'One place where the gateway runs.' },
);

/** The configuration of a gateway: one document, in gateway.config.yaml. */
export const GatewaySchema = Type.Object(
  {
    kind: Type.Literal('Gateway'),
    format: Type.Literal(1, { description: 'The version of the declaration format.' }),
    organisation: Type.String({ minLength: 1, description: 'Who runs the gateway.' }),
    sources: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'Globs of the declarations; apis, applications, tiers, users and identity-providers (**/*.yaml) if left out.',
      }),
    ),
    deployments: Type.Record(DeploymentNameSchema, DeploymentSchema, {
      additionalProperties: false,
      minProperties: 1,
      description:
        'The deployments by name, of lower-case letters, digits and hyphens; production is the one that is used unless --deployment names another.',
    }),
    token: Type.Optional(
      Type.Object(
        {
          lifetimeSeconds: Type.Optional(
            Type.Integer({ minimum: 30, maximum: 86400, description: '3600 if left out.' }),
          ),
          refreshIdleSeconds: Type.Optional(
            Type.Integer({
              minimum: 60,
              maximum: 31_536_000,
              description:
                'A refresh token that is not used for so long is refused; 1209600 (14 days) if left out.',
            }),
          ),
          refreshLifetimeSeconds: Type.Optional(
            Type.Integer({
              minimum: 60,
              maximum: 31_536_000,
              description:
                'So long after a login its user has to log in again; 7776000 (90 days) if left out.',
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
                description: 'P-256 private keys in PEM; one is made on the first run if left out.',
              },
            ),
          ),
        },
        { additionalProperties: false, description: 'The access tokens and the refresh tokens.' },
      ),
    ),
    state: Type.Optional(
      Type.Object(
        {
          store: Type.Enum(['memory', 'sqlite', 'redis'], {
            description: 'sqlite, in .gatewright/, if left out.',
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
            description: 'local, in the memory of this machine, if left out.',
          }),
          url: Type.Optional(SecretReferenceSchema),
        },
        { additionalProperties: false, description: 'Where calls are counted.' },
      ),
    ),
    versioning: Type.Optional(
      Type.Enum(['url', 'header', 'hybrid'], {
        description:
          'How a call names the version: in its path (url, the default), in the API-Version header, or either.',
      }),
    ),
    streams: Type.Optional(StreamsSchema('as long as their token is good')),
    errorDocsUrl: Type.Optional(UrlSchema('Prefix of the page that explains an error code.')),
    digestHeader: Type.Optional(
      Type.Boolean({
        description:
          'Whether answers to calls carry Gatewright-Digest, the digest of the route table that served them; not if left out.',
      }),
    ),
    lint: Type.Optional(LintSchema),
    sizes: Type.Optional(
      Type.Object(
        {
          declarationBytes: Type.Optional(Type.Integer({ minimum: 1024, description: '1 MiB if left out.' })),
          definitionBytes: Type.Optional(Type.Integer({ minimum: 1024, description: '64 MiB if left out.' })),
        },
        { additionalProperties: false, description: 'How large a file may be.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'The configuration of a gateway.' },
);

export type GatewayDeclaration = Static<typeof GatewaySchema>;
export type DeploymentDeclaration = Static<typeof DeploymentSchema>;
