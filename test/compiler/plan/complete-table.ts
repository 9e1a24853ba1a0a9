import { canonicalJson } from '#compiled/canonical-json.ts';
import {
  apiDefaults,
  endpointDefaults,
  type ApiSettings,
  type CompiledApi,
  type CompiledEndpoint,
  type EndpointSettings,
} from '#compiled/compiled-api.ts';
import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { fillIn } from '#compiled/json.ts';
import { digestOf } from '#compiled/digest.ts';
import {
  emptyLists,
  type Manifest,
  type ManifestApi,
  type ManifestApplication,
  type ManifestSubscription,
  type ManifestTeam,
  type ManifestTier,
  type ManifestUser,
  type RateLimit,
  tableFormat,
} from '#compiled/manifest.ts';
import type { LdapProvider, OidcProvider, SamlProvider } from '#compiled/settings/identity-providers.ts';
import {
  generalDefaults,
  type GatewaySettings,
  type GeneralSettings,
} from '#compiled/settings/gateway-settings.ts';

/** A value with all optional fields, for parts that are compared field by field. */
type Complete<Value> = Value extends string | number | boolean | readonly string[]
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Complete<Item>[]
    : { readonly [Name in keyof Value]-?: Complete<NonNullable<Value[Name]>> };

const secret = { fromEnv: 'SECRET', fromFile: 'secret' };
const limit: Complete<RateLimit> = { requests: 10, unit: 'minute', burst: 5, whenUnavailable: 'allow' };

const gateway: GatewaySettings = {
  ...fillIn<GeneralSettings>({}, generalDefaults),
  gatewayUrl: 'https://gateway.example.edu',
  authUrl: 'https://login.example.edu',
  keyManagerUrl: 'https://keys.example.edu',
  listener: {
    host: '127.0.0.1',
    port: 8243,
    tls: { certificate: secret, key: secret },
    http2: true,
    limits: { maxHeaderBytes: 16_384, maxHeaders: 200, maxConcurrentStreams: 100, stalledClientSeconds: 60 },
  },
  admin: { host: '127.0.0.1', port: 8244 },
  trustedProxies: ['10.0.0.0/8'],
  token: {
    lifetimeSeconds: 3600,
    refreshIdleSeconds: 3600,
    refreshLifetimeSeconds: 7200,
    tokensNotBefore: 1_700_000_000,
    signingKeys: [{ key: secret, use: 'sign' }],
  },
  state: { store: 'redis', url: secret },
  limits: { counters: 'redis', url: secret },
  versioning: 'url',
  errorDocsUrl: 'https://docs.example.edu/',
  digestHeader: true,
  unauthenticatedStatus: 401,
  streams: { maxAgeSeconds: 3600 },
  tracing: { endpoint: 'https://traces.example.edu', ratio: 0.5 },
};

const endpoint: CompiledEndpoint = {
  ...fillIn<EndpointSettings>({}, endpointDefaults),
  targets: ['https://dogs.internal.example.edu', 'https://dogs-2.internal.example.edu'],
  auth: {
    basic: { username: secret, password: secret },
    header: { name: 'X-Key', value: secret },
    clientCertificate: { certificate: secret, key: secret },
  },
  ca: secret,
  timeouts: { connectMs: 1, firstByteMs: 2, idleMs: 3 },
  retries: 1,
  maxConnections: 10,
  http2: true,
  circuitBreaker: { failures: 20, ratio: 0.5, windowMs: 1000, openMs: 1000 },
  healthCheck: { path: '/', intervalMs: 1000, timeoutMs: 100, healthyAfter: 2, unhealthyAfter: 3 },
  allowPlainHttp: { reason: 'The mesh encrypts all calls.' },
};

/** Without the content of contracts, which is compared separately. */
type OwnPart = Omit<CompiledApi, 'contract' | 'scopes' | 'operations'>;

const part: OwnPart & Complete<Pick<OwnPart, 'cors' | 'validation' | 'limit' | 'addressLimit'>> = {
  ...fillIn<ApiSettings>({}, apiDefaults),
  name: 'DogPark',
  context: 'dog_park',
  version: 'v1',
  owner: 'parks-team',
  endpoints: { production: endpoint, sandbox: endpoint },
  callerAssertion: { header: 'x-caller-assertion' },
  cors: {
    allowOrigins: ['https://page.example.edu'],
    allowHeaders: ['Authorization'],
    exposeHeaders: ['ETag'],
    maxAgeSeconds: 60,
  },
  limit,
  addressLimit: limit,
  validation: { requests: 'enforce', responses: 'report' },
  maxBodyBytes: 1024,
  undeclared: 'pass',
  pathEncoding: 'strict',
  streams: { maxAgeSeconds: 600 },
  guides: [{ name: 'start', title: 'Getting started', text: 'Ask for a token.' }],
};

const api: Omit<ManifestApi, 'part'> & Complete<Pick<ManifestApi, 'deprecation' | 'alsoAt'>> = {
  name: 'DogPark',
  context: 'dog_park',
  version: 'v1',
  state: 'deprecated',
  blockedUntil: 1_750_000_000,
  deprecation: {
    since: 1_700_000_000,
    sunset: 1_800_000_000,
    link: 'https://docs.example.edu/dogs',
    successor: 'dog_park/v2',
  },
  alsoAt: [
    {
      path: '/dog-service/v1',
      deprecation: {
        since: 1_700_000_000,
        sunset: 1_800_000_000,
        link: 'https://docs.example.edu/addresses',
      },
    },
    {
      path: '/v1/dogs',
      deprecation: { since: 1_700_000_000, sunset: 1_800_000_000, link: 'https://docs.example.edu/a' },
    },
  ],
};

const application: ManifestApplication & Complete<Pick<ManifestApplication, 'keySets'>> = {
  name: 'DogWalker',
  description: 'Walks dogs.',
  type: 'web',
  owner: 'ada@example.edu',
  grants: ['authorization_code'],
  callbackUrls: ['https://walker.example.edu/callback'],
  keySets: [
    {
      keySet: 'production',
      consumerKey: 'dogwalker-production',
      secretDigests: [digestOf('a secret'), digestOf('another one')],
    },
  ],
  identityProviders: ['campus'],
  tokensNotBefore: 1_700_000_000,
  limit,
};
const subscription: ManifestSubscription = {
  application: 'DogWalker',
  api: 'DogPark/v1',
  tier: 'gold',
  state: 'active',
  scopes: ['dogs:read'],
};
const tier: ManifestTier = { name: 'gold', limit, maxConcurrentCalls: 50 };
const user: ManifestUser = {
  name: 'ada',
  displayName: 'Ada',
  email: 'ada@example.edu',
  passwordDigest: '$argon2id$',
  state: 'active',
  tokensNotBefore: 1_700_000_000,
};
const team: ManifestTeam = {
  name: 'parks-team',
  displayName: 'Parks',
  members: ['ada'],
  groups: { campus: ['parks'] },
};
const ldap: Complete<LdapProvider> = {
  type: 'ldap',
  name: 'campus',
  url: 'ldaps://directory.example.edu',
  startTls: false,
  ca: secret,
  bind: { dn: 'cn=reader', password: secret },
  searchBase: 'ou=people',
  searchFilter: '(uid={username})',
  subjectAttribute: 'entryUUID',
  displayNameAttribute: 'cn',
  emailAttribute: 'mail',
  groupAttribute: 'memberOf',
  groupSearch: { base: 'ou=groups', filter: '(member={dn})', nameAttribute: 'cn' },
  timeoutMs: 1000,
  recheckSeconds: 60,
  maximumUncheckedSeconds: 28_800,
};
const oidc: Complete<OidcProvider> = {
  type: 'oidc',
  name: 'partner',
  displayName: 'Partner',
  issuer: 'https://login.example.org',
  clientId: 'gateway',
  clientSecret: secret,
  emailClaim: 'email',
  groupsClaim: 'groups',
  scopes: ['openid', 'profile'],
  ca: secret,
  recheckSeconds: 60,
  maximumUncheckedSeconds: 28_800,
};
const saml: Complete<SamlProvider> = {
  type: 'saml',
  name: 'sso',
  issuer: 'urn:example:sso',
  certificates: [secret],
  audiences: ['urn:example:gateway'],
  clockSkewSeconds: 30,
  maximumLifetimeSeconds: 600,
  nameIdFormats: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
  onlyDeclaredUsers: true,
};

/** The parts of a route table before their digests are known. */
export interface OpenTable {
  readonly manifest: Omit<Manifest, 'apis'> & { readonly apis: readonly Omit<ManifestApi, 'part'>[] };
  /** Of each API of the manifest. */
  readonly parts: readonly CompiledApi[];
}

/** A table in which nothing is left out that may be. */
export const completeTable: OpenTable = {
  manifest: {
    ...emptyLists,
    format: tableFormat,
    organisation: 'Example University',
    deployment: 'production',
    gateway: { ...gateway, accessLog: { file: 'logs/access.log' } },
    apis: [api],
    applications: [application],
    subscriptions: [subscription],
    tiers: [tier],
    users: [user],
    teams: [team],
    identityProviders: [ldap, oidc, saml],
  },
  parts: [
    {
      ...part,
      scopes: {},
      operations: [{ method: 'GET', path: '/dogs', access: 'public', limit }],
      contract: {},
    },
  ],
};

/** Computes the digests. */
export function sealTable({ manifest, parts }: OpenTable): Compiled {
  const keyed = parts.map((one) => [digestOf(canonicalJson(one)), one] as const);
  const apis = manifest.apis.map((entry, index) => ({ ...entry, part: keyed[index]?.[0] ?? digestOf('') }));
  return sealCompiled({ ...manifest, apis }, new Map(keyed));
}
