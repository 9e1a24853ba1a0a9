import fc from 'fast-check';
import type { Json, JsonObject } from '#compiled/json.ts';
import { definitions } from './arbitrary-definition.ts';
import type { Repository } from './repository.ts';

const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** The presence of each name, drawn. */
function byName<Value>(
  names: readonly string[],
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<Readonly<Record<string, Value>>> {
  return fc.tuple(...names.map(() => optional(values))).map((drawn) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const value = drawn[index];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  );
}

/** An object without the members that are undefined. */
function compact(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return JSON.parse(JSON.stringify(members)) as JsonObject;
}

const limits = fc
  .record({
    requests: fc.constantFrom(10, 1000),
    unit: fc.constantFrom('minute', 'hour'),
    burst: optional(fc.constant(5)),
    whenUnavailable: optional(fc.constant('allow')),
  })
  .map(compact);
const dates = fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T09:30:00Z');
const secrets = fc.constantFrom({ fromEnv: 'SECRET' }, { fromFile: 'secrets/one' });
const digests = fc
  .subarray(['0', '1', '2'], { minLength: 1 })
  .map((digits) => digits.map((digit) => `sha256:${digit.repeat(64)}`));

const gateways = fc
  .record({
    organisation: fc.constantFrom('Example University', 'Another University'),
    host: fc.constantFrom('gateway', 'api'),
    authUrl: optional(fc.constant('https://login.example.edu')),
    trustedProxies: optional(fc.subarray(['10.0.0.0/8', '192.168.0.0/16'])),
    accessLog: optional(fc.constantFrom('stdout', { file: 'logs/access.log' })),
    token: optional(
      fc
        .record({ lifetimeSeconds: optional(fc.constantFrom(600, 900)), tokensNotBefore: optional(dates) })
        .map(compact),
    ),
    versioning: optional(fc.constantFrom('header', 'hybrid')),
    digestHeader: optional(fc.boolean()),
    unauthenticatedStatus: optional(fc.constantFrom(401, 403)),
    streams: optional(fc.constantFrom({ maxAgeSeconds: 600 }, { maxAgeSeconds: 3600 })),
  })
  .map(({ organisation, host, authUrl, trustedProxies, accessLog, ...rest }) =>
    compact({
      kind: 'Gateway',
      format: 1,
      organisation,
      deployments: {
        production: compact({
          gatewayUrl: `https://${host}.example.edu`,
          authUrl,
          trustedProxies,
          accessLog,
        }),
      },
      ...rest,
    }),
  );

const endpoints = fc
  .record({
    targets: fc.shuffledSubarray(
      ['https://one.example.edu', 'https://two.example.edu', 'https://three.example.edu'],
      {
        minLength: 1,
      },
    ),
    retries: optional(fc.integer({ min: 0, max: 3 })),
    ca: optional(secrets),
    healthCheck: optional(fc.constant({ path: '/health' })),
  })
  .map(compact);

const apis = fc.record({
  state: fc.constantFrom('created', 'published', 'published', 'deprecated', 'blocked', 'retired'),
  owner: fc.constantFrom('parks-team', 'city-team'),
  endpoints: fc.record({ production: endpoints, sandbox: optional(endpoints) }).map(compact),
  blockedUntil: optional(fc.constantFrom('2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z')),
  deprecation: optional(
    fc.record({ since: fc.constant('2026-01-01'), sunset: optional(fc.constant('2026-12-31')) }).map(compact),
  ),
  cors: optional(
    fc
      .subarray(['https://page.example.edu', 'https://walker.example.edu'], { minLength: 1 })
      .map((allowOrigins) => ({ allowOrigins })),
  ),
  limit: optional(limits),
  addressLimit: optional(limits),
  operationAccess: optional(fc.constant({ 'GET /dogs': 'public' })),
  operationLimits: optional(limits.map((limit) => ({ 'GET /dogs': limit }))),
  validation: optional(fc.constant({ requests: 'report' })),
  callerAssertion: optional(fc.constant({})),
  alsoAt: optional(
    fc.uniqueArray(fc.tuple(fc.constantFrom('old', 'older/v1'), fc.boolean()), {
      minLength: 1,
      selector: ([path]) => path,
    }),
  ),
  maxBodyBytes: optional(fc.constantFrom(1024, 2048)),
  pathEncoding: optional(fc.constant('pass')),
  operations: optional(fc.constantFrom({ undeclared: 'pass' }, { undeclared: 'refuse' })),
  streams: optional(fc.constantFrom({ maxAgeSeconds: 600 }, { maxAgeSeconds: 3600 })),
  definition: definitions,
});

const applications = fc.record({
  type: fc.constantFrom('web', 'service', 'single-page'),
  owner: fc.constantFrom('ada@example.edu', 'grace@example.edu'),
  grants: fc.subarray(['client_credentials', 'authorization_code', 'refresh_token'], { minLength: 1 }),
  callbackUrls: fc.subarray(['https://page.example.edu/a', 'https://walker.example.edu/b']),
  production: optional(fc.tuple(fc.constantFrom('first', 'second'), optional(digests))),
  sandbox: optional(fc.tuple(fc.constant('only'), optional(digests))),
  loginOf: optional(fc.constant(['users'])),
  limit: optional(limits),
  tokensNotBefore: optional(dates),
});

const subscriptions = fc.record({
  tier: fc.nat(2),
  state: optional(fc.constantFrom('active', 'blocked')),
  scopes: optional(fc.subarray(['dogs:read', 'dogs:write'])),
});

const tiers = fc.record({ limit: optional(limits) }).map(compact);

const salt = '$argon2id$v=19$m=19456,t=2,p=1$6EK1dHKenIcNR7avqlvIyQ$';
const users = fc
  .record({
    displayName: optional(fc.constant('Ada L.')),
    passwordDigest: fc.constantFrom('A', 'B').map((letter) => `${salt}${letter.repeat(43)}`),
    state: optional(fc.constant('disabled')),
    tokensNotBefore: optional(dates),
  })
  .map(compact);

const identityProviders = fc.oneof(
  fc
    .record({ timeoutMs: optional(fc.constantFrom(1000, 1500)), ca: optional(secrets) })
    .map((rest) =>
      compact({ type: 'ldap', url: 'ldaps://directory.example.edu', searchBase: 'ou=people', ...rest }),
    ),
  fc
    .record({ clientSecret: secrets, scopes: optional(fc.shuffledSubarray(['profile', 'email'])) })
    .map((rest) =>
      compact({ type: 'oidc', issuer: 'https://login.example.org', clientId: 'gateway', ...rest }),
    ),
);

const apiNames = ['DogPark/v1', 'DogPark/v2', 'CatPark/v1'];
const applicationNames = ['Kennel', 'Page', 'Walker'];
const tierNames = ['free', 'gold', 'plain'];

/**
 * Repositories that have much in common: some of the same few APIs, applications, subscriptions, tiers, users and
 * identity providers, each one as it may be. Each compiles.
 */
export const repositories: fc.Arbitrary<Repository> = fc
  .record({
    gateway: gateways,
    apis: byName(apiNames, apis),
    contexts: fc.constantFrom<readonly [string, string]>(['/dog_park', '/cat_park'], ['/dogs', '/cat_park']),
    applications: byName(applicationNames, applications),
    subscriptions: byName(
      applicationNames.flatMap((application) => apiNames.map((api) => `${application} ${api}`)),
      subscriptions,
    ),
    tiers: byName(tierNames, tiers),
    users: byName(['ada', 'bob'], users),
    identityProviders: byName(['campus', 'partner'], identityProviders),
  })
  .map((drawn) => ({
    'gateway.config.yaml': [drawn.gateway],
    ...Object.assign({}, ...Object.entries(drawn.apis).map((entry) => apiFiles(entry, drawn.contexts))),
    ...filesOf('applications', Object.entries(drawn.applications).map(declareApplication)),
    ...filesOf('apis/subscriptions', declareSubscriptions(drawn)),
    ...filesOf(
      'tiers',
      Object.entries(drawn.tiers).map(([name, tier]) => ({ kind: 'Tier', name, ...tier })),
    ),
    ...filesOf(
      'users',
      Object.entries(drawn.users).map(([name, user]) => ({ kind: 'User', name, ...user })),
    ),
    ...filesOf(
      'identity-providers',
      Object.entries(drawn.identityProviders).map(([name, one]) => ({
        kind: 'IdentityProvider',
        name,
        ...one,
      })),
    ),
  }));

function filesOf(folder: string, documents: readonly JsonObject[]): Repository {
  return documents.length > 0 ? { [`${folder}/all.yaml`]: documents } : {};
}

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

function apiFiles(
  [key, { definition, alsoAt, ...rest }]: readonly [string, Drawn<typeof apis>],
  [dogs, cats]: readonly [string, string],
): Repository {
  const [name = '', version = ''] = key.split('/');
  const context = name === 'DogPark' ? dogs : cats;
  const folder = `apis/${name}-${version}`;
  const addresses = alsoAt?.map(([path, isDeprecated]) => ({
    path: `/${name}-${version}/${path}`,
    ...(isDeprecated && { deprecation: { since: '2026-01-01' } }),
  }));
  const api = compact({
    kind: 'Api',
    name,
    context,
    version,
    ...rest,
    alsoAt: addresses,
    definition: './openapi.yaml',
  });
  return { [`${folder}/api.yaml`]: [api], [`${folder}/openapi.yaml`]: [definition] };
}

function declareApplication([name, drawn]: readonly [string, Drawn<typeof applications>]): JsonObject {
  const { production, sandbox, loginOf, ...rest } = drawn;
  const keySet = (kind: string, set: typeof production | typeof sandbox) =>
    set && compact({ consumerKey: `${name}-${kind}-${set[0]}`, secretDigests: set[1] });
  return compact({
    kind: 'Application',
    name,
    ...rest,
    identityProviders: loginOf,
    keys: compact({ production: keySet('production', production), sandbox: keySet('sandbox', sandbox) }),
  });
}

interface Subscribers {
  readonly apis: Readonly<Record<string, unknown>>;
  readonly applications: Readonly<Record<string, unknown>>;
  readonly tiers: Readonly<Record<string, unknown>>;
  readonly subscriptions: Readonly<Record<string, Drawn<typeof subscriptions>>>;
}

/** Those whose application, API and tier are there. */
function declareSubscriptions(drawn: Subscribers): readonly JsonObject[] {
  const names = Object.keys(drawn.tiers);
  return Object.entries(drawn.subscriptions).flatMap(([key, { tier, ...rest }]) => {
    const [application = '', api = ''] = key.split(' ');
    const chosen = names[tier % names.length];
    if (!(application in drawn.applications) || !(api in drawn.apis) || chosen === undefined) return [];
    return [compact({ kind: 'Subscription', application, api, tier: chosen, ...rest })];
  });
}
