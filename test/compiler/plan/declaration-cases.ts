import type { JsonObject } from '#compiled/json.ts';
import type { DeclarationChangeId } from '#compiler/plan/declaration-change-kinds.ts';
import { dogDefinition, passwordDigest, secret } from './clean-repository.ts';
import { all, file, set, type Edit } from './family/repository.ts';

/** An edit of the clean repository that is one change, after another that the change needs. */
export interface DeclarationCase {
  readonly id: DeclarationChangeId;
  readonly title: string;
  readonly first?: Edit;
  readonly edit: Edit;
}

const config = 'gateway.config.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
const walker = 'applications/dog_walker.yaml';
const page = 'applications/dog_page.yaml';
const tiers = 'tiers.yaml';
const ada = 'users/ada.yaml';
const campus = 'identity-providers/campus.yaml';
const parks = 'teams/parks.yaml';
const production = ['deployments', 'production'];
const endpoint = ['endpoints', 'production'];

const limit = { requests: 500, unit: 'minute' };
const cors = { allowOrigins: ['https://page.example.edu'] };
const deprecation = { since: '2026-01-31', sunset: '2026-12-31' };
const cats: Edit = all(
  file('apis/cat_park/v1/openapi.json', dogDefinition),
  file('apis/cat_park/v1/api.yaml', {
    kind: 'Api',
    name: 'CatPark',
    context: '/cat_park',
    version: 'v1',
    state: 'published',
    owner: 'parks-team',
    definition: './openapi.json',
    endpoints: { production: { url: 'https://cats.internal.example.edu' } },
  }),
);
const noCats: Edit = all(file('apis/cat_park/v1/openapi.json'), file('apis/cat_park/v1/api.yaml'));
const idle: JsonObject = {
  kind: 'Application',
  name: 'Idle',
  type: 'service',
  owner: 'kennel-team',
  grants: ['client_credentials'],
  keys: { production: { consumerKey: 'idle-production', secretDigests: [secret(4)] } },
};
const catPage: JsonObject = {
  kind: 'Subscription',
  application: 'Kennel',
  api: 'CatPark/v1',
  tier: 'unlimited',
};
const oidc: JsonObject = {
  kind: 'IdentityProvider',
  type: 'oidc',
  name: 'partner',
  issuer: 'https://login.example.org',
  clientId: 'gateway',
  clientSecret: { fromFile: 'secrets/partner' },
};

/** An API with one guide. Its text is JSON, as that of all files here, which is Markdown as well. */
function guide(text: string): Edit {
  return all(file('apis/dog_park/v1/docs/start.md', { text }), set(api, ['guides'], ['docs/start.md']));
}

const gatewayCases: readonly DeclarationCase[] = [
  {
    id: 'gateway-setting-added',
    title: 'a page on errors',
    edit: set(config, ['errorDocsUrl'], 'https://docs.example.edu/errors#'),
  },
  {
    id: 'gateway-setting-added',
    title: 'another status without a token',
    edit: set(config, ['unauthenticatedStatus'], 401),
  },
  {
    id: 'gateway-setting-removed',
    title: 'the usual status without a token again',
    first: set(config, ['unauthenticatedStatus'], 401),
    edit: set(config, ['unauthenticatedStatus'], 403),
  },
  {
    id: 'gateway-setting-added',
    title: 'an access log',
    edit: set(config, [...production, 'accessLog'], { file: 'logs/access.log' }),
  },
  {
    id: 'gateway-setting-added',
    title: 'traces',
    edit: set(config, [...production, 'tracing'], { endpoint: 'https://traces.example.edu' }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'a password in a URL',
    first: set(config, ['errorDocsUrl'], 'https://me:hunter2@docs.example.edu/errors#'),
    edit: set(config, ['errorDocsUrl'], 'https://me:hunter3@docs.example.edu/errors#'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another lifetime of tokens',
    edit: set(config, ['token'], { lifetimeSeconds: 1800 }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another URL of the gateway',
    first: all(
      set(config, [...production, 'authUrl'], 'https://login.example.edu'),
      set(config, [...production, 'keyManagerUrl'], 'https://keys.example.edu'),
    ),
    edit: set(config, [...production, 'gatewayUrl'], 'https://api.example.edu'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another URL of the authorization endpoint',
    edit: set(config, [...production, 'authUrl'], 'https://login.example.edu'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another issuer',
    edit: set(config, [...production, 'keyManagerUrl'], 'https://keys.example.edu'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'a signing key that takes over',
    first: set(config, ['token'], { signingKeys: [{ key: { fromFile: 'keys/old.pem' } }] }),
    edit: set(config, ['token'], {
      signingKeys: [{ key: { fromEnv: 'NEW_KEY' } }, { key: { fromFile: 'keys/old.pem' }, use: 'verify' }],
    }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'a signing key that is retired',
    first: set(config, ['token'], {
      signingKeys: [{ key: { fromEnv: 'NEW_KEY' } }, { key: { fromFile: 'keys/old.pem' }, use: 'verify' }],
    }),
    edit: set(config, ['token'], { signingKeys: [{ key: { fromEnv: 'NEW_KEY' } }] }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another store',
    edit: set(config, ['state'], { store: 'memory' }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another title of the website',
    first: set(config, ['store'], { title: 'Parks' }),
    edit: set(config, ['store'], { title: 'City parks' }),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another style of versions',
    edit: set(config, ['versioning'], 'header'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'another organisation',
    edit: set(config, ['organisation'], 'Another University'),
  },
  {
    id: 'gateway-setting-changed',
    title: 'a trusted proxy',
    edit: set(config, [...production, 'trustedProxies'], ['10.0.0.0/8']),
  },
  {
    id: 'gateway-setting-removed',
    title: 'no digest in answers any more',
    first: set(config, ['digestHeader'], true),
    edit: set(config, ['digestHeader'], undefined),
  },
  {
    id: 'tokens-revoked',
    title: 'all tokens',
    edit: set(config, ['token'], { tokensNotBefore: '2026-03-01T12:30:00Z' }),
  },
];

const apiCases: readonly DeclarationCase[] = [
  { id: 'api-added', title: 'an API', edit: cats },
  { id: 'api-removed', title: 'an API', first: cats, edit: noCats },
  { id: 'api-state-changed', title: 'blocked', edit: set(api, ['state'], 'blocked') },
  { id: 'api-state-changed', title: 'retired', edit: set(api, ['state'], 'retired') },
  {
    id: 'api-state-changed',
    title: 'published',
    first: set(api, ['state'], 'created'),
    edit: set(api, ['state'], 'published'),
  },
  {
    id: 'api-state-changed',
    title: 'no longer deprecated',
    first: set(api, ['state'], 'deprecated'),
    edit: set(api, ['state'], 'published'),
  },
  {
    id: 'api-blocked-until-changed',
    title: 'a blocked API',
    first: set(api, ['state'], 'blocked'),
    edit: set(api, ['blockedUntil'], '2026-01-31T12:00:00Z'),
  },
  {
    id: 'api-blocked-until-changed',
    title: 'for longer',
    first: all(set(api, ['state'], 'blocked'), set(api, ['blockedUntil'], '2026-01-31T12:00:00Z')),
    edit: set(api, ['blockedUntil'], '2026-02-28T12:00:00+02:00'),
  },
  {
    id: 'api-blocked-until-changed',
    title: 'until further notice',
    first: all(set(api, ['state'], 'blocked'), set(api, ['blockedUntil'], '2026-01-31T12:00:00Z')),
    edit: set(api, ['blockedUntil'], undefined),
  },
  { id: 'api-owner-changed', title: 'an API', edit: set(api, ['owner'], 'city-team') },
  {
    id: 'undeclared-operations-passed',
    title: 'a document that does not list all',
    edit: set(api, ['operations'], { undeclared: 'pass' }),
  },
  {
    id: 'undeclared-operations-refused',
    title: 'a document that lists all now',
    first: set(api, ['operations'], { undeclared: 'pass' }),
    edit: set(api, ['operations'], undefined),
  },
  {
    id: 'api-address-added',
    title: 'an address that clients use',
    edit: set(api, ['alsoAt'], ['/dog-service/v1']),
  },
  {
    id: 'api-address-removed',
    title: 'an address that clients use',
    first: set(api, ['alsoAt'], ['/dog-service/v1']),
    edit: set(api, ['alsoAt'], undefined),
  },
  {
    id: 'api-address-deprecation-changed',
    title: 'an address that clients should leave',
    first: set(api, ['alsoAt'], ['/dog-service/v1']),
    edit: set(
      api,
      ['alsoAt'],
      [{ path: '/dog-service/v1', deprecation: { since: '2026-01-31', sunset: '2026-12-31' } }],
    ),
  },
  {
    id: 'api-deprecation-added',
    title: 'of a deprecated API',
    first: set(api, ['state'], 'deprecated'),
    edit: set(api, ['deprecation'], { ...deprecation, link: 'https://docs.example.edu/dogs' }),
  },
  {
    id: 'api-deprecation-changed',
    title: 'another sunset',
    first: all(set(api, ['state'], 'deprecated'), set(api, ['deprecation'], deprecation)),
    edit: set(api, ['deprecation', 'sunset'], '2027-06-30'),
  },
  {
    id: 'api-deprecation-changed',
    title: 'a successor',
    first: all(cats, set(api, ['state'], 'deprecated'), set(api, ['deprecation'], deprecation)),
    edit: set(api, ['deprecation', 'successor'], 'CatPark/v1'),
  },
  {
    id: 'api-deprecation-removed',
    title: 'of a deprecated API',
    first: all(set(api, ['state'], 'deprecated'), set(api, ['deprecation'], deprecation)),
    edit: set(api, ['deprecation'], undefined),
  },
  { id: 'api-guide-added', title: 'a guide', edit: guide('Ask for a token.') },
  {
    id: 'api-guide-changed',
    title: 'the text of a guide',
    first: guide('Ask for a token.'),
    edit: guide('Subscribe, and ask for a token.'),
  },
  {
    id: 'api-guide-removed',
    title: 'a guide',
    first: guide('Ask for a token.'),
    edit: set(api, ['guides'], undefined),
  },
  { id: 'api-limit-added', title: 'an API', edit: set(api, ['limit'], limit) },
  {
    id: 'api-limit-changed',
    title: 'an API',
    first: set(api, ['limit'], limit),
    edit: set(api, ['limit'], { requests: 20, unit: 'hour', burst: 5 }),
  },
  {
    id: 'api-limit-removed',
    title: 'an API',
    first: set(api, ['limit'], limit),
    edit: set(api, ['limit'], undefined),
  },
  {
    id: 'address-limit-changed',
    title: 'a limit by address in place of the default',
    first: set(api, ['operationAccess'], { 'GET /dogs': 'public' }),
    edit: set(api, ['addressLimit'], { requests: 5, unit: 'second' }),
  },
  {
    id: 'api-became-public',
    title: 'all operations without a token',
    first: set(api, ['operationAccess'], { 'GET /dogs': 'public' }),
    edit: set(api, ['access'], 'public'),
  },
  {
    id: 'api-became-protected',
    title: 'all operations with a token again',
    first: set(api, ['access'], 'public'),
    edit: set(api, ['access'], undefined),
  },
  {
    id: 'operation-became-public',
    title: 'an operation without a token',
    edit: set(api, ['operationAccess'], { 'GET /dogs': 'public' }),
  },
  {
    id: 'operation-became-protected',
    title: 'an operation with a token again',
    first: set(api, ['operationAccess'], { 'GET /dogs': 'public', 'GET /dogs/{dogId}': 'public' }),
    edit: set(api, ['operationAccess'], { 'GET /dogs': 'public' }),
  },
  {
    id: 'operation-limit-added',
    title: 'an operation',
    edit: set(api, ['operationLimits'], { 'GET /dogs': { requests: 1, unit: 'second' } }),
  },
  {
    id: 'operation-limit-changed',
    title: 'an operation',
    first: set(api, ['operationLimits'], { 'GET /dogs/{dogId}': limit }),
    edit: set(api, ['operationLimits'], { 'GET /dogs/{dogId}': { ...limit, whenUnavailable: 'allow' } }),
  },
  {
    id: 'operation-limit-removed',
    title: 'an operation',
    first: set(api, ['operationLimits'], { 'GET /dogs': limit }),
    edit: set(api, ['operationLimits'], undefined),
  },
  {
    id: 'endpoint-added',
    title: 'the sandbox',
    first: set(api, ['endpoints', 'sandbox'], undefined),
    edit: set(api, ['endpoints', 'sandbox'], { url: 'https://dogs-sandbox.internal.example.edu' }),
  },
  { id: 'endpoint-removed', title: 'the sandbox', edit: set(api, ['endpoints', 'sandbox'], undefined) },
  {
    id: 'endpoint-target-added',
    title: 'a third one',
    edit: set(api, [...endpoint, 'targets', 2], 'https://dogs-3.internal.example.edu'),
  },
  {
    id: 'endpoint-target-changed',
    title: 'the sandbox',
    edit: set(api, ['endpoints', 'sandbox', 'url'], 'https://dogs-test.internal.example.edu'),
  },
  {
    id: 'endpoint-target-removed',
    title: 'the second one',
    edit: set(api, [...endpoint, 'targets'], ['https://dogs-1.internal.example.edu']),
  },
  {
    id: 'endpoint-setting-added',
    title: 'a password',
    edit: set(api, [...endpoint, 'auth'], {
      basic: { username: { fromEnv: 'DOGS_USER' }, password: { fromFile: 'secrets/dogs' } },
    }),
  },
  {
    id: 'endpoint-setting-added',
    title: 'http inside a cluster',
    first: set(api, [...endpoint, 'targets'], ['http://dogs.park.svc.cluster.local']),
    edit: set(api, [...endpoint, 'allowPlainHttp'], { reason: 'The mesh encrypts all calls.' }),
  },
  {
    id: 'endpoint-setting-changed',
    title: 'a timeout',
    edit: set(api, [...endpoint, 'timeouts'], { firstByteMs: 1500 }),
  },
  {
    id: 'endpoint-setting-changed',
    title: 'the order of turns',
    edit: set(
      api,
      [...endpoint, 'targets'],
      ['https://dogs-2.internal.example.edu', 'https://dogs-1.internal.example.edu'],
    ),
  },
  {
    id: 'endpoint-setting-changed',
    title: 'another place of a password',
    first: set(api, [...endpoint, 'auth'], { header: { name: 'X-Key', value: { fromEnv: 'DOGS_KEY' } } }),
    edit: set(api, [...endpoint, 'auth', 'header', 'value'], { fromFile: 'secrets/dogs' }),
  },
  {
    id: 'endpoint-setting-removed',
    title: 'no circuit breaker',
    edit: set(api, [...endpoint, 'circuitBreaker'], { failures: 0 }),
  },
  { id: 'caller-assertion-added', title: 'an API', edit: set(api, ['callerAssertion'], {}) },
  {
    id: 'caller-assertion-changed',
    title: 'another header',
    first: set(api, ['callerAssertion'], {}),
    edit: set(api, ['callerAssertion'], { header: 'X-Caller' }),
  },
  {
    id: 'caller-assertion-removed',
    title: 'an API',
    first: set(api, ['callerAssertion'], {}),
    edit: set(api, ['callerAssertion'], undefined),
  },
  { id: 'cors-added', title: 'one origin', edit: set(api, ['cors'], cors) },
  {
    id: 'cors-origin-added',
    title: 'a second one',
    first: set(api, ['cors'], cors),
    edit: set(api, ['cors', 'allowOrigins'], ['https://page.example.edu', 'https://walker.example.edu']),
  },
  {
    id: 'cors-origin-removed',
    title: 'one of two',
    first: set(api, ['cors'], { allowOrigins: ['https://page.example.edu', 'https://walker.example.edu'] }),
    edit: set(api, ['cors'], cors),
  },
  {
    id: 'cors-setting-changed',
    title: 'for how long',
    first: set(api, ['cors'], cors),
    edit: set(api, ['cors', 'maxAgeSeconds'], 60),
  },
  {
    id: 'cors-removed',
    title: 'one origin',
    first: set(api, ['cors'], cors),
    edit: set(api, ['cors'], undefined),
  },
  {
    id: 'validation-changed',
    title: 'enforced',
    first: set(api, ['validation'], { requests: 'report' }),
    edit: set(api, ['validation'], undefined),
  },
  {
    id: 'validation-changed',
    title: 'responses',
    edit: set(api, ['validation'], { responses: 'report' }),
  },
  {
    id: 'validation-changed',
    title: 'off',
    edit: set(api, ['validation'], { requests: 'off' }),
  },
  {
    id: 'call-duration-changed',
    title: 'shorter',
    first: set(api, ['streams'], { maxAgeSeconds: 3600 }),
    edit: set(api, ['streams'], { maxAgeSeconds: 600 }),
  },
  { id: 'call-duration-changed', title: 'limited', edit: set(api, ['streams'], { maxAgeSeconds: 3600 }) },
  { id: 'body-size-changed', title: 'shorter', edit: set(api, ['maxBodyBytes'], 65_536) },
  { id: 'path-encoding-changed', title: 'passing', edit: set(api, ['pathEncoding'], 'pass') },
  {
    id: 'path-encoding-changed',
    title: 'strict',
    first: set(api, ['pathEncoding'], 'pass'),
    edit: set(api, ['pathEncoding'], undefined),
  },
];

const applicationCases: readonly DeclarationCase[] = [
  { id: 'application-added', title: 'without a subscription', edit: file('applications/idle.yaml', idle) },
  {
    id: 'application-removed',
    title: 'without a subscription',
    first: file('applications/idle.yaml', idle),
    edit: file('applications/idle.yaml'),
  },
  { id: 'application-type-changed', title: 'a service', edit: set(walker, ['type'], 'service') },
  {
    id: 'application-description-changed',
    title: 'a first one',
    edit: set(walker, ['description'], 'Walks dogs.'),
  },
  { id: 'application-owner-changed', title: 'a team', edit: set(walker, ['owner'], 'walkers') },
  {
    id: 'callback-url-added',
    title: 'a second one',
    edit: set(walker, ['callbackUrls', 1], 'https://walker.example.edu/other'),
  },
  {
    id: 'callback-url-removed',
    title: 'one of two',
    first: set(walker, ['callbackUrls', 1], 'https://walker.example.edu/other'),
    edit: set(walker, ['callbackUrls'], ['https://walker.example.edu/callback']),
  },
  {
    id: 'grant-added',
    title: 'refresh tokens',
    edit: set(page, ['grants'], ['authorization_code', 'refresh_token']),
  },
  {
    id: 'grant-removed',
    title: 'refresh tokens',
    edit: set(walker, ['grants'], ['authorization_code', 'client_credentials']),
  },
  {
    id: 'login-source-changed',
    title: 'one provider alone',
    edit: set(walker, ['identityProviders'], ['campus']),
  },
  {
    id: 'login-source-changed',
    title: 'the declared users too',
    first: set(walker, ['identityProviders'], ['campus']),
    edit: set(walker, ['identityProviders'], ['users', 'campus']),
  },
  {
    id: 'key-set-added',
    title: 'the sandbox',
    edit: set(page, ['keys', 'sandbox'], { consumerKey: 'dogpage-sandbox' }),
  },
  { id: 'key-set-removed', title: 'the sandbox', edit: set(walker, ['keys', 'sandbox'], undefined) },
  {
    id: 'consumer-key-changed',
    title: 'of production',
    edit: set(walker, ['keys', 'production', 'consumerKey'], 'dogwalker-again'),
  },
  {
    id: 'secret-added',
    title: 'a second one',
    edit: set(walker, ['keys', 'production', 'secretDigests'], [secret(5), secret(0)]),
  },
  {
    id: 'secret-added',
    title: 'where there was none',
    edit: set(page, ['keys', 'production', 'secretDigests'], [secret(5)]),
  },
  {
    id: 'secret-removed',
    title: 'one of two',
    edit: set(walker, ['keys', 'sandbox', 'secretDigests'], [secret(2)]),
  },
  {
    id: 'secret-removed',
    title: 'all of them',
    edit: set(walker, ['keys', 'sandbox', 'secretDigests'], undefined),
  },
  {
    id: 'secrets-exchanged',
    title: 'the only one',
    edit: set(walker, ['keys', 'production', 'secretDigests'], [secret(5)]),
  },
  { id: 'application-limit-added', title: 'an application', edit: set(walker, ['limit'], limit) },
  {
    id: 'application-limit-changed',
    title: 'how many at once',
    first: set(walker, ['limit'], { ...limit, burst: 50 }),
    edit: set(walker, ['limit'], { ...limit, burst: 20 }),
  },
  {
    id: 'application-limit-removed',
    title: 'an application',
    first: set(walker, ['limit'], limit),
    edit: set(walker, ['limit'], undefined),
  },
  {
    id: 'tokens-revoked',
    title: 'of an application',
    edit: set(walker, ['tokensNotBefore'], '2026-03-01T00:00:00Z'),
  },
  {
    id: 'revocation-lifted',
    title: 'in part',
    first: set(walker, ['tokensNotBefore'], '2026-03-01T00:00:00Z'),
    edit: set(walker, ['tokensNotBefore'], '2026-02-01T10:00:00+01:00'),
  },
  {
    id: 'revocation-lifted',
    title: 'of a user altogether',
    first: set(ada, ['tokensNotBefore'], '1970-01-01T00:00:00Z'),
    edit: set(ada, ['tokensNotBefore'], undefined),
  },
];

const otherCases: readonly DeclarationCase[] = [
  {
    id: 'subscription-added',
    title: 'to another API',
    first: cats,
    edit: file('apis/cat_park/v1/subscriptions.yaml', catPage),
  },
  {
    id: 'subscription-removed',
    title: 'from another API',
    first: all(cats, file('apis/cat_park/v1/subscriptions.yaml', catPage)),
    edit: file('apis/cat_park/v1/subscriptions.yaml'),
  },
  { id: 'subscription-tier-changed', title: 'with a limit', edit: set(subscriptions, ['tier'], 'free') },
  { id: 'subscription-tier-changed', title: 'without one', edit: set(subscriptions, ['tier'], 'unlimited') },
  { id: 'subscription-state-changed', title: 'blocked', edit: set(subscriptions, ['state'], 'blocked') },
  {
    id: 'subscription-state-changed',
    title: 'active',
    first: set(subscriptions, ['state'], 'blocked'),
    edit: set(subscriptions, ['state'], 'active'),
  },
  {
    id: 'subscription-scope-added',
    title: 'a second one',
    edit: set(subscriptions, ['scopes'], ['dogs:write', 'dogs:read']),
  },
  {
    id: 'subscription-scope-removed',
    title: 'the only one',
    edit: set(subscriptions, ['scopes'], undefined),
  },
  {
    id: 'tier-added',
    title: 'with a limit',
    edit: file('tiers/spare.yaml', { kind: 'Tier', name: 'spare', limit: { ...limit, burst: 5 } }),
  },
  {
    id: 'tier-removed',
    title: 'without a limit',
    first: file('tiers/spare.yaml', { kind: 'Tier', name: 'spare' }),
    edit: file('tiers/spare.yaml'),
  },
  {
    id: 'tier-limit-added',
    title: 'that nobody has',
    first: file('tiers/spare.yaml', { kind: 'Tier', name: 'spare' }),
    edit: file('tiers/spare.yaml', { kind: 'Tier', name: 'spare', limit }),
  },
  { id: 'tier-limit-changed', title: 'fewer requests', edit: set(tiers, ['limit'], limit) },
  { id: 'tier-limit-removed', title: 'of a tier in use', edit: set(tiers, ['limit'], undefined) },
  { id: 'tier-concurrency-added', title: 'of a tier in use', edit: set(tiers, ['maxConcurrentCalls'], 5) },
  {
    id: 'tier-concurrency-changed',
    title: 'fewer calls',
    first: set(tiers, ['maxConcurrentCalls'], 5),
    edit: set(tiers, ['maxConcurrentCalls'], 1),
  },
  {
    id: 'tier-concurrency-removed',
    title: 'any number of calls',
    first: set(tiers, ['maxConcurrentCalls'], 5),
    edit: set(tiers, ['maxConcurrentCalls'], undefined),
  },
  {
    id: 'tier-added',
    title: 'with a limit of concurrent calls',
    edit: file('tiers/spare.yaml', { kind: 'Tier', name: 'spare', maxConcurrentCalls: 2 }),
  },
  {
    id: 'user-added',
    title: 'who is disabled',
    edit: file('users/bob.yaml', { kind: 'User', name: 'bob', passwordDigest, state: 'disabled' }),
  },
  { id: 'user-removed', title: 'who is active', edit: file(ada) },
  { id: 'user-display-name-changed', title: 'a first one', edit: set(ada, ['displayName'], 'Ada L.') },
  {
    id: 'user-password-changed',
    title: 'a new one',
    edit: set(ada, ['passwordDigest'], passwordDigest.replace('Azmk', 'Bzmk')),
  },
  { id: 'user-disabled', title: 'a user', edit: set(ada, ['state'], 'disabled') },
  {
    id: 'user-enabled',
    title: 'a user',
    first: set(ada, ['state'], 'disabled'),
    edit: set(ada, ['state'], undefined),
  },
  { id: 'user-setting-added', title: 'an address', edit: set(ada, ['email'], 'ada@example.edu') },
  {
    id: 'team-added',
    title: 'with members of each sort',
    edit: file('teams/kennel.yaml', {
      kind: 'Team',
      name: 'kennel-team',
      members: ['ada', 'grace@example.edu'],
      groups: { campus: ['cn=kennel,ou=groups,dc=example,dc=edu'] },
    }),
  },
  {
    id: 'team-added',
    title: 'without members',
    edit: file('teams/kennel.yaml', { kind: 'Team', name: 'kennel-team' }),
  },
  { id: 'team-removed', title: 'that owns an API', edit: file(parks) },
  { id: 'team-member-added', title: 'an address', edit: set(parks, ['members'], ['bob@example.edu', 'ada']) },
  { id: 'team-member-removed', title: 'the only one', edit: set(parks, ['members'], undefined) },
  { id: 'team-group-added', title: 'of a directory', edit: set(parks, ['groups'], { campus: ['parks'] }) },
  {
    id: 'team-group-removed',
    title: 'of a directory',
    first: set(parks, ['groups'], { campus: ['kennel', 'parks'] }),
    edit: set(parks, ['groups'], { campus: ['kennel'] }),
  },
  {
    id: 'team-setting-added',
    title: 'a first display name',
    edit: set(parks, ['displayName'], 'Parks and dogs'),
  },
  {
    id: 'identity-provider-added',
    title: 'one of OpenID Connect',
    edit: file('identity-providers/partner.yaml', oidc),
  },
  {
    id: 'identity-provider-added',
    title: 'one of SAML',
    edit: file('identity-providers/sso.yaml', {
      kind: 'IdentityProvider',
      type: 'saml',
      name: 'sso',
      issuer: 'urn:example:sso',
      certificates: [{ fromFile: 'sso.pem' }],
    }),
  },
  { id: 'identity-provider-removed', title: 'a directory', edit: file(campus) },
  {
    id: 'identity-provider-setting-added',
    title: 'certificates',
    edit: set(campus, ['ca'], { fromFile: 'campus.pem' }),
  },
  {
    id: 'identity-provider-setting-changed',
    title: 'a timeout',
    edit: set(campus, ['timeoutMs'], 2500),
  },
  {
    id: 'identity-provider-setting-changed',
    title: 'other names of users',
    edit: set(campus, ['subjectAttribute'], 'uid'),
  },
  {
    id: 'identity-provider-setting-removed',
    title: 'nobody who searches',
    edit: set(campus, ['bind'], undefined),
  },
];

/** For every kind of change of a declaration, but that of a gateway that is new, which no edit makes. */
export const declarationCases: readonly DeclarationCase[] = [
  ...gatewayCases,
  ...apiCases,
  ...applicationCases,
  ...otherCases,
];
