import { createHash } from 'node:crypto';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { NumberTexts } from '#compiled/contract/number-texts.ts';
import { unpackDeferred } from '#compiled/deferred-contract.ts';
import {
  apiDefaults,
  endpointDefaults,
  type ApiSettings,
  type EndpointSettings,
  type CompiledApi,
  type CompiledEndpoint,
  type CompiledEndpoints,
  type CompiledOperation,
  type CorsSettings,
} from '#compiled/compiled-api.ts';
import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import { fillIn, type JsonObject } from '#compiled/json.ts';
import type { Guide } from '#compiled/settings/guide.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import {
  emptyLists,
  tableFormat,
  type ApplicationType,
  type Deprecation,
  type FurtherAddress,
  type LifecycleState,
  type ManifestApplication,
  type ManifestSubscription,
  type ManifestTeam,
  type ManifestTier,
  type ManifestUser,
  type RateLimit,
} from '#compiled/manifest.ts';
import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/** An endpoint that omits settings without effect. */
type EndpointInTest = Pick<CompiledEndpoint, 'targets'> & Partial<CompiledEndpoint>;

export interface EndpointsInTest {
  readonly production?: EndpointInTest;
  readonly sandbox?: EndpointInTest;
}

export interface ApiInTest extends Partial<ApiSettings> {
  readonly name: string;
  readonly context: string;
  readonly version: string;
  readonly state: LifecycleState;
  readonly owner?: string;
  readonly blockedUntil?: number;
  readonly deprecation?: Deprecation;
  readonly alsoAt?: readonly FurtherAddress[];
  /**
   * Each as `GET /dogs`, or `public GET /dogs`; scopes that it needs follow, alternatives separated: `POST /dogs dogs:write dogs:read |
   * admin`.
   */
  readonly operations: readonly (string | CompiledOperation)[];
  readonly endpoints: EndpointsInTest;
  /** Scopes that no operation needs, with their descriptions. */
  readonly otherScopes?: Readonly<Record<string, string>>;
  readonly cors?: CorsSettings;
  readonly limit?: RateLimit;
  readonly addressLimit?: RateLimit;
  readonly undeclared?: 'pass';
  readonly callerAssertion?: { readonly header: string };
  readonly guides?: readonly Guide[];
  readonly contract?: JsonObject;
  readonly numberTexts?: NumberTexts;
}

export interface TableInTest {
  readonly gateway?: Partial<GatewaySettings>;
  readonly apis: readonly ApiInTest[];
  readonly applications: readonly ManifestApplication[];
  readonly subscriptions: readonly ManifestSubscription[];
  readonly tiers?: readonly ManifestTier[];
  readonly users?: readonly ManifestUser[];
  readonly teams?: readonly ManifestTeam[];
  readonly identityProviders?: readonly ManifestIdentityProvider[];
}

/** The secret of every application in the tests. */
export const secret = 'a-secret-of-the-tests_0123456789';

const defaults: GatewaySettings = {
  gatewayUrl: 'https://gateway.example.edu',
  authUrl: 'https://gateway.example.edu',
  keyManagerUrl: 'https://keys.example.edu',
  listener: {
    host: '127.0.0.1',
    port: 0,
    http2: true,
    limits: { maxHeaderBytes: 16_384, maxHeaders: 200, maxConcurrentStreams: 100, stalledClientSeconds: 60 },
  },
  admin: { host: '127.0.0.1', port: 0 },
  trustedProxies: [],
  token: {
    lifetimeSeconds: 600,
    refreshIdleSeconds: 3600,
    refreshLifetimeSeconds: 86_400,
    signingKeys: [{ key: { fromEnv: 'SIGNING_KEY' }, use: 'sign' }],
  },
  state: { store: 'memory' },
  limits: { counters: 'local' },
  versioning: 'url',
};

/** A route table, as compile would make it. */
export function buildTable({
  gateway,
  apis,
  applications,
  subscriptions,
  tiers = [],
  users = [],
  teams = [],
  identityProviders = [],
}: TableInTest): Compiled {
  const parts = new Map<Digest, CompiledApi>();
  const manifestApis = apis.map((api) => {
    const { name, context, version, state, operations, endpoints, cors, limit, callerAssertion } = api;
    const part: CompiledApi = {
      ...fillIn<ApiSettings>(api, apiDefaults),
      name,
      context,
      version,
      owner: api.owner ?? 'tests',
      endpoints: completeEndpoints(endpoints),
      ...(cors ? { cors } : {}),
      ...(limit ? { limit } : {}),
      ...(api.addressLimit ? { addressLimit: api.addressLimit } : {}),
      ...(api.undeclared ? { undeclared: api.undeclared } : {}),
      ...(callerAssertion ? { callerAssertion } : {}),
      ...(api.guides && { guides: api.guides }),
      scopes: { ...describeScopes(operations), ...api.otherScopes },
      operations: operations.map(toOperation),
      contract: api.contract ?? {},
      ...(api.numberTexts && { numberTexts: api.numberTexts }),
    };
    const digest = digestOf(canonicalJson(part));
    // As a gateway has it, but with its members in the order of the test.
    parts.set(digest, unpackDeferred(JSON.stringify(part)));
    const { blockedUntil, deprecation, alsoAt } = api;
    return {
      name,
      context,
      version,
      state,
      ...(blockedUntil !== undefined && { blockedUntil }),
      ...(deprecation && { deprecation }),
      ...(alsoAt && { alsoAt }),
      part: digest,
    };
  });
  const manifest = {
    ...emptyLists,
    organisation: 'Tests',
    deployment: 'production',
    tiers,
    applications,
    subscriptions,
    users,
    teams,
    identityProviders,
  };
  return sealCompiled(
    { format: tableFormat, ...manifest, gateway: { ...defaults, ...gateway }, apis: manifestApis },
    parts,
  );
}

function completeEndpoints({ production, sandbox }: EndpointsInTest): CompiledEndpoints {
  return {
    ...(production ? { production: completeEndpoint(production) } : {}),
    ...(sandbox ? { sandbox: completeEndpoint(sandbox) } : {}),
  };
}

/** Without a circuit breaker, so that no test depends on how often calls fail. */
function completeEndpoint(endpoint: EndpointInTest): CompiledEndpoint {
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  return { ...fillIn<EndpointSettings>({ timeouts, ...endpoint }, endpointDefaults), ...endpoint };
}

function toOperation(text: string | CompiledOperation): CompiledOperation {
  if (typeof text !== 'string') return text;
  if (text.startsWith('public ')) return { ...toOperation(text.slice(7)), access: 'public' };
  const [method = '', path = '', ...scopes] = text.split(' ');
  if (scopes.length === 0) return { method, path };
  const alternatives = scopes.join(' ').split(' | ');
  return { method, path, scopes: alternatives.map((set) => set.split(' ').toSorted()) };
}

function describeScopes(operations: ApiInTest['operations']): Readonly<Record<string, string>> {
  const scopes = operations.flatMap((operation) => toOperation(operation).scopes?.flat() ?? []);
  return Object.fromEntries(scopes.map((scope) => [scope, `May use ${scope}.`]));
}

/** A version of an API with a resource, published. */
export function defineApi(changes: Partial<ApiInTest> & Pick<ApiInTest, 'endpoints'>): ApiInTest {
  return {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v1',
    state: 'published',
    operations: ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}'],
    ...changes,
  };
}

/** An application whose consumer keys are `{name}-production` and `{name}-sandbox`. */
export function defineApplication(
  name: string,
  type: ApplicationType = 'service',
  grants: readonly string[] = ['client_credentials'],
): ManifestApplication {
  const digest: Digest = `sha256:${createHash('sha256').update(secret).digest('hex')}`;
  const secretDigests = isPublicClient({ type }) ? [] : [digest];
  return {
    name,
    type,
    owner: 'tests',
    grants,
    callbackUrls: [],
    keySets: [
      { keySet: 'production', consumerKey: `${name}-production`, secretDigests },
      { keySet: 'sandbox', consumerKey: `${name}-sandbox`, secretDigests },
    ],
  };
}

export function subscribe(
  application: string,
  api = 'DogPark/v1',
  state: ManifestSubscription['state'] = 'active',
  scopes: readonly string[] = [],
): ManifestSubscription {
  return { application, api, tier: 'gold', state, scopes };
}
