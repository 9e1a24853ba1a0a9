import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import {
  apiDefaults,
  endpointDefaults,
  type ApiSettings,
  type EndpointSettings,
} from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { fillIn } from '#compiled/json.ts';
import { emptyLists, tableFormat } from '#compiled/manifest.ts';
import { findViolations } from '#compiled/invariants.ts';
import { writeTable } from '#compiled/table.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

async function compileSources(
  sources: Readonly<Record<string, string>>,
  deployment = 'production',
): Promise<Compiled> {
  const { compiled, diagnostics } = await build(memorySourceTree(sources), 'gateway.config.yaml', deployment);
  expect(diagnostics).toEqual([]);
  return compiled!;
}

/** The default call settings of an endpoint. */
const byDefault = {
  ...fillIn<EndpointSettings>({}, endpointDefaults),
  timeouts: { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000 },
  retries: 1,
  maxConnections: 1024,
  http2: false,
  circuitBreaker: { failures: 20, ratio: 0.5, windowMs: 10_000, openMs: 10_000 },
};

describe('compile', () => {
  test('fills defaults in and settles precedence', async () => {
    const { manifest, apis } = await compileSources(cleanSources);
    const [part] = [...apis.keys()];
    expect(manifest).toEqual({
      ...emptyLists,
      format: tableFormat,
      organisation: 'Example University',
      deployment: 'production',
      gateway: {
        gatewayUrl: 'https://gateway.example.edu',
        authUrl: 'https://gateway.example.edu',
        keyManagerUrl: 'https://gateway.example.edu',
        listener: {
          host: '127.0.0.1',
          port: 8243,
          http2: true,
          limits: {
            maxHeaderBytes: 16_384,
            maxHeaders: 200,
            maxConcurrentStreams: 100,
            stalledClientSeconds: 60,
          },
        },
        admin: { host: '127.0.0.1', port: 8244 },
        trustedProxies: [],
        token: {
          lifetimeSeconds: 3600,
          refreshIdleSeconds: 14 * 86_400,
          refreshLifetimeSeconds: 90 * 86_400,
          signingKeys: [],
        },
        state: { store: 'sqlite' },
        limits: { counters: 'local' },
        versioning: 'url',
      },
      apis: [{ name: 'DogPark', context: 'dog_park', version: 'v1', state: 'published', part }],
      applications: [
        {
          name: 'DogWalker',
          type: 'web',
          owner: 'ada@example.edu',
          grants: ['authorization_code', 'client_credentials'],
          callbackUrls: ['https://walker.example.edu/callback'],
          keySets: [
            {
              keySet: 'production',
              consumerKey: 'dogwalker-production',
              secretDigests: [`sha256:${'0'.repeat(64)}`],
            },
          ],
        },
      ],
      subscriptions: [
        { application: 'DogWalker', api: 'DogPark/v1', tier: 'gold', state: 'active', scopes: [] },
      ],
      tiers: [
        {
          name: 'gold',
          limit: { requests: 1000, unit: 'minute', burst: 1000, whenUnavailable: 'refuse' },
        },
      ],
      users: [
        {
          name: 'ada',
          passwordDigest: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
          state: 'active',
        },
      ],
    });
    expect([...apis.values()]).toEqual([
      {
        ...fillIn<ApiSettings>({}, apiDefaults),
        name: 'DogPark',
        context: 'dog_park',
        version: 'v1',
        owner: 'parks-team',
        validation: { requests: 'enforce', responses: 'off' },
        maxBodyBytes: 10_485_760,
        pathEncoding: 'strict',
        endpoints: {
          production: { ...byDefault, targets: ['https://dogs.internal.example.edu'] },
          sandbox: { ...byDefault, targets: ['https://dogs-sandbox.internal.example.edu'] },
        },
        scopes: {},
        operations: [
          { method: 'GET', path: '/dogs' },
          { method: 'POST', path: '/dogs' },
          { method: 'DELETE', path: '/dogs/{dogId}' },
          { method: 'GET', path: '/dogs/{dogId}' },
          { method: 'PUT', path: '/dogs/{dogId}' },
        ],
        contract: parse(cleanDefinition),
      },
    ]);
  });

  test('takes the endpoints of the deployment', async () => {
    const file = 'apis/dog_park/v1/api.yaml';
    const override =
      'deployments: { qa: { endpoints: { sandbox: { targets: [https://A.example.edu:443/x/, https://b.example.edu] } } } }\n';
    const { apis, manifest } = await compileSources(
      { ...cleanSources, [file]: cleanSources[file] + override },
      'qa',
    );
    expect(manifest.gateway.gatewayUrl).toBe('https://gateway-qa.example.edu');
    expect([...apis.values()][0]?.endpoints).toEqual({
      production: { ...byDefault, targets: ['https://dogs.internal.example.edu'] },
      sandbox: { ...byDefault, targets: ['https://a.example.edu/x', 'https://b.example.edu'] },
    });
  });

  test('takes what an API says of validation, and fills in the rest', async () => {
    const file = 'apis/dog_park/v1/api.yaml';
    const declared = 'validation: { responses: report }\nmaxBodyBytes: 0\npathEncoding: pass\n';
    const { apis } = await compileSources({ ...cleanSources, [file]: cleanSources[file] + declared });
    const [{ validation, maxBodyBytes, pathEncoding } = {}] = apis.values();
    expect({ validation, maxBodyBytes, pathEncoding }).toEqual({
      validation: { requests: 'enforce', responses: 'report' },
      maxBodyBytes: 0,
      pathEncoding: 'pass',
    });
  });

  test('gives sound tables, with places nowhere in them', async () => {
    const compiled = await compileSources(cleanSources);
    expect(findViolations(compiled)).toEqual([]);
    expect(writeTable(compiled)).not.toMatch(/\.yaml/);
  });
});

/** The sources with the members of every mapping in another order, in another layout, with comments. */
function rewriteSources(seed: number): Readonly<Record<string, string>> {
  const shuffle = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffle);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, member]) => [key, shuffle(member)] as const);
    return Object.fromEntries(entries.toSorted(([a], [b]) => hash(a, seed) - hash(b, seed)));
  };
  const rewrite = (text: string): string =>
    parseAllDocuments(text)
      .map(
        (document) => `# comment ${seed}\n${stringify(shuffle(document.toJS()), { indent: 2 + (seed % 3) })}`,
      )
      .join('---\n');
  return Object.fromEntries(Object.entries(cleanSources).map(([file, text]) => [file, rewrite(text)]));
}

function hash(text: string, seed: number): number {
  return [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)! + seed) % 1009, seed);
}

describe('the digest', () => {
  test('does not depend on the order of keys, on layout or on comments', async () => {
    const { digest } = await compileSources(cleanSources);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        expect((await compileSources(rewriteSources(seed))).digest).toBe(digest);
      }),
      { numRuns: 20 },
    );
  });

  test('does not depend on which file a declaration is in', async () => {
    const { 'tiers.yaml': tiers, 'applications/dog_walker.yaml': application, ...others } = cleanSources;
    const moved = { ...others, 'tiers/gold.yaml': `${tiers}---\n${application}` };
    expect((await compileSources(moved)).digest).toBe((await compileSources(cleanSources)).digest);
  });

  test('changes with every value', async () => {
    const { digest } = await compileSources(cleanSources);
    const changes = [
      ['tiers.yaml', '1000', '1001'],
      ['applications/dog_walker.yaml', 'ada@', 'eve@'],
      ['apis/dog_park/v1/openapi.yaml', 'The dogs.', 'All dogs.'],
      ['apis/dog_park/v1/api.yaml', 'dogs.internal', 'cats.internal'],
      ['gateway.config.yaml', 'Example University', 'Example College'],
    ] as const;
    for (const [file, from, to] of changes) {
      const changed = { ...cleanSources, [file]: cleanSources[file]!.replace(from, to) };
      expect((await compileSources(changed)).digest).not.toBe(digest);
    }
  });
});
