import type { RateLimit } from '#compiled/manifest.ts';
import fc from 'fast-check';
import { buildTable, defineApplication, subscribe } from '../../runtime/table-builder.ts';

const limit: fc.Arbitrary<RateLimit> = fc.record({
  requests: fc.integer({ min: 1, max: 1_000_000 }),
  unit: fc.constantFrom('second', 'minute', 'hour', 'day'),
  burst: fc.integer({ min: 1, max: 1_000_000 }),
  whenUnavailable: fc.constantFrom('allow', 'refuse'),
});

const endpoint = fc.record({
  targets: fc.uniqueArray(
    fc.constantFrom('https://a.example/base', 'https://b.example:8443/base', 'https://[2001:db8::1]/base'),
    { minLength: 1 },
  ),
  retries: fc.integer({ min: 0, max: 3 }),
  http2: fc.boolean(),
});

const operation = fc.constantFrom(
  'GET /dogs',
  'public GET /cats',
  'POST /dogs/{id} dogs:write | dogs:"]==]\\',
  'GET /{a},{b}',
  'DELETE /é/{id}.json',
);

const api = fc.record(
  {
    state: fc.constantFrom('created', 'published', 'deprecated', 'blocked', 'retired'),
    operations: fc.uniqueArray(operation, { minLength: 1 }),
    endpoints: fc.record({ production: endpoint, sandbox: endpoint }, { requiredKeys: [] }),
    maxBodyBytes: fc.constantFrom(0, 1024, 10_485_760, 1_073_741_824),
    pathEncoding: fc.constantFrom('strict', 'pass'),
    limit,
    addressLimit: limit,
    cors: fc.record({
      allowOrigins: fc.constantFrom(['*'], ['https://app.example']),
      allowHeaders: fc.constant(['Authorization']),
      exposeHeaders: fc.constantFrom([], ['ETag']),
      maxAgeSeconds: fc.nat(),
    }),
    alsoAt: fc.uniqueArray(
      fc.record(
        {
          path: fc.constantFrom('/old', "/a!$&'()*+,=:@~/v1.0", '/x/y/z'),
          deprecation: fc.record(
            {
              since: fc.constant(1_700_000_000),
              sunset: fc.constant(1_800_000_000),
              link: fc.constant('https://docs.example.edu/%7Emoving'),
            },
            { requiredKeys: ['since'] },
          ),
        },
        { requiredKeys: ['path'] },
      ),
      { minLength: 1, selector: ({ path }) => path },
    ),
    streams: fc.record({ maxAgeSeconds: fc.integer({ min: 1, max: 100_000 }) }),
  },
  { requiredKeys: ['state', 'operations', 'endpoints'] },
);

/** Tables of several APIs with settings of every kind. */
export const generatedTables = fc
  .record({
    apis: fc.array(api, { maxLength: 6 }),
    versioning: fc.constantFrom('url', 'header', 'hybrid'),
    gatewayUrl: fc.constantFrom('https://gateway.example.edu', 'https://gateway.example.edu/below'),
    trustedProxies: fc.constantFrom([], ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']),
    digestHeader: fc.boolean(),
    tier: fc.option(limit, { nil: undefined }),
  })
  .map(({ apis, tier, ...gateway }) =>
    buildTable({
      gateway,
      apis: apis.map((one, index) => ({
        name: `Api${index}`,
        context: `api_${index}`,
        version: 'v1',
        ...one,
        ...(one.alsoAt && {
          alsoAt: one.alsoAt.map((address) => ({
            ...address,
            path: `/of-${index}${address.path}`.replace('/z', ''),
          })),
        }),
      })),
      applications: [defineApplication('Walker')],
      tiers: [{ name: 'gold', ...(tier && { limit: tier }) }],
      subscriptions: apis.map((_, index) => subscribe('Walker', `Api${index}/v1`)),
    }),
  );
