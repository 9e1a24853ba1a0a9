import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../upstream-in-test.ts';
import { fromProduction, openPark } from './park-in-test.ts';

const missing = [403, 'token_missing'];

describe('a call without a token', () => {
  test('is forwarded to the production endpoint if its operation is public', async () => {
    const { ask, production, sandbox } = await openPark();
    expect(await ask('GET /dogs?breed=pug')).toEqual(fromProduction);
    expect(production.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/dogs?breed=pug']]);
    expect(sandbox.seen).toEqual([]);
  });

  test('is refused for every other operation of the same API', async () => {
    const { ask, production } = await openPark();
    expect(await ask('POST /dogs')).toEqual(missing);
    expect(await ask('GET /dogs/1')).toEqual(missing);
    expect(await ask('PUT /dogs')).toEqual(missing);
    expect(await ask('GET /cats')).toEqual(missing);
    expect(production.seen).toEqual([]);
  });

  test('is refused if the API has no public operation', async () => {
    const { ask } = await openPark({ operations: ['GET /dogs'] });
    expect(await ask('GET /dogs')).toEqual(missing);
  });

  test('is refused if there is only a sandbox endpoint', async () => {
    const { ask } = await openPark({ endpoints: { sandbox: { targets: ['http://127.0.0.1:9'] } } });
    expect(await ask('GET /dogs')).toEqual([403, 'production_unavailable']);
  });
});

test('a call with a token is authorized as before at the other operations', async () => {
  const { ask } = await openPark();
  expect(await ask('GET /dogs/1', { as: 'DogWalker-production' })).toEqual(fromProduction);
  expect(await ask('GET /dogs/1', { as: 'DogWalker-sandbox' })).toEqual([200, '{"upstream":"sandbox"}']);
  expect(await ask('GET /dogs/1', { as: 'Reader-production' })).toEqual([403, 'not_subscribed']);
  expect(await ask('PUT /dogs', { as: 'DogWalker-production' })).toEqual([405, 'method_not_allowed']);
  expect(await ask('GET /cats', { as: 'DogWalker-production' })).toEqual([404, 'resource_unknown']);
});

describe('a token on a public operation is not read', () => {
  test.each(['DogWalker-production', 'Reader-production', 'DogWalker-sandbox', 'Reader-sandbox'])(
    'a valid one of %s',
    async (as) => {
      const { ask, production } = await openPark();
      expect(await ask('GET /dogs', { as })).toEqual(fromProduction);
      expect(production.seen[0]?.headers.authorization).toBeUndefined();
    },
  );

  test('an expired one', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { gateway, ask } = await openPark({}, {}, { clock: () => now });
    const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
    now += 3_600_000;
    expect(await ask('GET /dogs/1', { headers: { authorization } })).toEqual([403, 'token_invalid']);
    expect(await ask('GET /dogs', { headers: { authorization } })).toEqual(fromProduction);
  });

  test('a revoked one', async () => {
    const { gateway, ask } = await openPark();
    const body = 'grant_type=client_credentials';
    const basic = `Basic ${Buffer.from('DogWalker-production:a-secret-of-the-tests_0123456789').toString('base64')}`;
    const headers = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
    const { text } = await gateway.call('/token', { method: 'POST', headers, body });
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    const authorization = `Bearer ${token}`;
    expect(await ask('GET /dogs/1', { headers: { authorization } })).toEqual(fromProduction);
    await gateway.call('/oauth2/revoke', { method: 'POST', headers, body: `token=${token}` });
    expect(await ask('GET /dogs/1', { headers: { authorization } })).toEqual([403, 'token_invalid']);
    expect(await ask('GET /dogs', { headers: { authorization } })).toEqual(fromProduction);
  });

  test('what is not a token at all, which the upstream does not receive either', async () => {
    const { ask, production } = await openPark();
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', 'Bearer', ''])
      expect(await ask('GET /dogs', { headers: { authorization } })).toEqual(fromProduction);
    expect(production.seen.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
  });
});

test('a token in the query is refused, since the upstream would receive it', async () => {
  const { ask, production } = await openPark();
  expect(await ask('GET /dogs?access_token=abc')).toEqual([400, 'token_ambiguous']);
  expect(production.seen).toEqual([]);
});

test.each([
  ['created', [404, 'api_unknown']],
  ['deprecated', fromProduction],
  ['blocked', [503, 'api_blocked']],
  ['retired', [410, 'api_retired']],
] as const)('a public operation of an API that is %s', async (state, outcome) => {
  const { ask } = await openPark({ state });
  expect(await ask('GET /dogs')).toEqual(outcome);
});

test('the upstream receives no assertion of a caller, whatever the client sends in its place', async () => {
  const { ask, production } = await openPark({ callerAssertion: { header: 'x-caller' } });
  expect(await ask('GET /dogs', { headers: { 'x-caller': 'forged', X_Caller: 'forged' } })).toEqual(
    fromProduction,
  );
  expect(Object.keys(production.seen[0]?.headers ?? {}).filter((name) => /x.caller/i.test(name))).toEqual([]);
});

describe('a page that a public operation returns', () => {
  const page: RequestListener = (_request, response) => {
    const own = { 'set-cookie': ['__Host-gatewright-session=forged; Secure; Path=/', 'theme=dark'] };
    const policy = { 'content-security-policy': "script-src 'self'", 'content-type': 'text/html' };
    response.writeHead(200, { ...policy, ...own }).end('<script src="/dog_park/v1/script"></script>');
  };

  test('has no origin and no scripts, and cannot replace cookies of the gateway', async () => {
    const upstream = await openUpstream('pages', page);
    onTestFinished(upstream.close);
    const { gateway } = await openPark({ endpoints: { production: { targets: [upstream.url] } } });
    const headersOf = async (path: string, as?: string) => {
      const { headers } = await gateway.call(`/dog_park/v1${path}`, as === undefined ? {} : { as });
      return [headers['content-security-policy'], headers['set-cookie']];
    };
    expect(await headersOf('/dogs')).toEqual(['sandbox', 'theme=dark']);
    expect(await headersOf('/dogs/1', 'DogWalker-production')).toEqual(["script-src 'self'", 'theme=dark']);
  });

  const cookie = '__Host-gatewright-session=secret; theme=dark';

  test('is sent no cookies, as a protected operation is', async () => {
    const { ask, production } = await openPark();
    expect(await ask('GET /dogs', { headers: { cookie } })).toEqual(fromProduction);
    expect(await ask('GET /dogs/1', { as: 'DogWalker-production', headers: { cookie } })).toEqual(
      fromProduction,
    );
    expect(production.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'theme=dark']);
  });

  test.each([
    ['parameter', { parameters: [{ name: 'theme', in: 'cookie', schema: { type: 'string' } }] }],
    ['key', { security: [{ session: [] }] }],
  ])('is sent cookies if it declares a %s in one, but not those of the gateway', async (_what, declared) => {
    const session = { type: 'apiKey', in: 'cookie', name: 'theme' };
    const contract = {
      openapi: '3.0.3',
      info: { title: 'Dogs', version: 'v1' },
      paths: { '/dogs': { get: { ...declared, responses: { 200: { description: 'Dogs' } } } } },
      components: { securitySchemes: { session } },
    };
    const { ask, production } = await openPark({ contract });
    expect(await ask('GET /dogs', { headers: { cookie } })).toEqual(fromProduction);
    expect(production.seen[0]?.headers.cookie).toBe('theme=dark');
  });
});

test('requests are validated as declared', async () => {
  const contract = {
    openapi: '3.0.3',
    info: { title: 'Dogs', version: 'v1' },
    paths: {
      '/dogs': {
        get: {
          parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
          responses: { 200: { description: 'Dogs' } },
        },
      },
    },
  };
  const { ask } = await openPark({ contract });
  expect(await ask('GET /dogs')).toEqual([400, 'parameters_insufficient']);
  expect(await ask('GET /dogs?limit=many')).toEqual([400, 'parameters_malformed']);
  expect(await ask('GET /dogs?limit=1')).toEqual(fromProduction);
});

test('pages of allowed origins read the response', async () => {
  const cors = {
    allowOrigins: ['https://page.example.edu'],
    allowHeaders: [],
    exposeHeaders: [],
    maxAgeSeconds: 60,
  };
  const { gateway } = await openPark({ cors });
  const originOf = async (origin: string) => {
    const { status, headers } = await gateway.call('/dog_park/v1/dogs', { headers: { origin } });
    return [status, headers['access-control-allow-origin']];
  };
  expect(await originOf('https://page.example.edu')).toEqual([200, 'https://page.example.edu']);
  expect(await originOf('https://other.example.edu')).toEqual([200, undefined]);
});
