// @module-tag full
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { untilRedisCounts } from '../../runtime/state/redis/until-redis-counts.ts';
import { askAs, codeOf, openAskedGateway, sendTo, type Asked } from './asked-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';
const redisNeeded = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';
const protocols = ['ext-authz', 'forward-auth', 'auth-request'] as const;

test.each(protocols)(
  'an allowed call is described in the protocol %s, and nothing is forwarded',
  async (protocol) => {
    const { authorizationUrl, token, upstream } = await openAskedGateway({
      added: { [api]: 'callerAssertion: { header: X-Caller }\n' },
    });
    const verdict = await askAs[protocol](authorizationUrl, {
      target: '/dog_park/v1/dogs?limit=2',
      headers: { authorization: `Bearer ${token}`, 'x-gatewright-application': 'Forged' },
    });
    const { connection, date, 'keep-alive': _timeout, 'x-request-id': id, ...headers } = verdict.headers;
    const { 'x-caller': assertion, ratelimit, ...described } = headers;
    expect([verdict.status, verdict.body, connection, typeof date, typeof id]).toEqual([
      200,
      '',
      'close',
      'string',
      'string',
    ]);
    expect(ratelimit).toMatch(/^"subscription";r=999;t=\d+$/);
    expect(decodeJwt(String(assertion))).toMatchObject({ application: 'DogWalker', tier: 'gold' });
    expect(described).toEqual({
      'x-gatewright-application': 'DogWalker',
      'x-gatewright-tier': 'gold',
      'x-gatewright-subject': 'client:dogwalker-production',
      'x-gatewright-api': 'DogPark/v1',
      'x-gatewright-key-set': 'production',
      'x-gatewright-path': '/base/dogs?limit=2',
      'x-envoy-auth-headers-to-remove': 'authorization',
      'cache-control': 'no-store',
      'content-length': '0',
      'ratelimit-policy': '"subscription";q=1000;w=60',
    });
    expect(upstream.seen).toEqual([]);
  },
);

test('a refusal has the status, the headers and the body that the gateway itself would answer', async () => {
  const { authorizationUrl, gatewayUrl, token } = await openAskedGateway();
  const bearer = { authorization: `Bearer ${token}` };
  const cases: readonly Asked[] = [
    { target: '/dog_park/v1/dogs' },
    { target: '/dog_park/v1/dogs', headers: { authorization: 'Bearer nonsense' } },
    { target: '/dog_park/v2/dogs', headers: bearer },
    { target: '/dog_park/v1/cats', headers: bearer },
    { target: '/dog_park/v1/dogs', method: 'DELETE', headers: bearer },
    { target: '/dog_park/v1/dogs?limit=many', headers: bearer },
    { target: '/dog_park/v1/dogs?access_token=a', headers: bearer },
    {
      target: '/dog_park/v1/dogs',
      headers: { ...bearer, accept: 'application/xml', 'x-http-method': 'PUT' },
    },
    { target: '/dog_park/v1/%2e%2e/v1/dogs', headers: bearer },
  ];
  for (const asked of cases) {
    const direct = await sendTo(gatewayUrl, asked);
    const kept = ['allow', 'content-type', 'www-authenticate', 'cache-control'];
    const of = (headers: typeof direct.headers) => kept.map((name) => headers[name]);
    for (const protocol of protocols) {
      const verdict = await askAs[protocol](authorizationUrl, asked);
      const status = protocol === 'auth-request' ? 403 : direct.status;
      expect([asked.target, verdict.status, verdict.body, of(verdict.headers)]).toEqual([
        asked.target,
        status,
        direct.body,
        of(direct.headers),
      ]);
      expect(verdict.headers['gatewright-status']).toBe(String(direct.status));
      expect(verdict.headers['gatewright-body']).toBe(
        protocol === 'auth-request' ? direct.body.replaceAll('\n', '') : undefined,
      );
    }
  }
});

test('the answer to a preflight is never permission', async () => {
  const { authorizationUrl } = await openAskedGateway();
  const preflight = {
    method: 'OPTIONS',
    target: '/dog_park/v1/dogs',
    headers: { origin: 'https://walker.example.edu', 'access-control-request-method': 'GET' },
  };
  const seen = [];
  for (const protocol of protocols) {
    const { status, headers } = await askAs[protocol](authorizationUrl, preflight);
    seen.push([protocol, status, headers['gatewright-status'], headers.allow]);
  }
  const allow = 'GET, POST, DELETE, PUT, HEAD';
  expect(seen).toEqual([
    ['ext-authz', 204, '200', allow],
    ['forward-auth', 403, '200', allow],
    ['auth-request', 403, '200', allow],
  ]);
});

test('a blocked API is not taken for an outage of the endpoint', async () => {
  const { authorizationUrl, write, sees, token } = await openAskedGateway();
  await write(api, (text) => text.replace('state: published', 'state: blocked'));
  await sees('reloaded');
  const seen = [];
  for (const protocol of protocols) {
    const asked = { target: '/dog_park/v1/dogs', headers: { authorization: `Bearer ${token}` } };
    const verdict = await askAs[protocol](authorizationUrl, asked);
    seen.push([protocol, verdict.status, verdict.headers['gatewright-status'], codeOf(verdict)]);
  }
  expect(seen).toEqual([
    ['ext-authz', 403, '503', 'api_blocked'],
    ['forward-auth', 503, '503', 'api_blocked'],
    ['auth-request', 403, '503', 'api_blocked'],
  ]);
});

test('a body is validated as on a call, and a missing one is refused unless it is declared otherwise', async () => {
  const target = '/dog_park/v1/dogs';
  const post = async (authorization: string, protocol: (typeof protocols)[number], body?: string) => {
    const { authorizationUrl, token } = await openAskedGateway({ authorization });
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
    };
    const verdict = await askAs[protocol](authorizationUrl, {
      method: 'POST',
      target,
      headers,
      ...(body !== undefined && { body }),
    });
    return [verdict.headers['gatewright-status'] ?? verdict.status, codeOf(verdict)];
  };
  expect(await post('', 'ext-authz', '{"name":"Rex"}')).toEqual([200, undefined]);
  expect(await post('', 'ext-authz', '{"name":1}')).toEqual(['422', 'validation_failed']);
  expect(await post('', 'ext-authz')).toEqual(['403', 'body_not_sent']);
  expect(await post('', 'auth-request')).toEqual(['403', 'body_not_sent']);
  expect(await post('missingBodies: empty', 'ext-authz')).toEqual(['400', 'parameters_insufficient']);
  expect(await post('missingBodies: unchecked', 'forward-auth')).toEqual([200, undefined]);
});

test.each([
  ['auth-request', 'x-original-body'],
  ['forward-auth', 'x-forwarded-body'],
] as const)('in the protocol %s, %s says that there is a body that is not sent', async (protocol, name) => {
  const { authorizationUrl, token } = await openAskedGateway({
    authorization: 'missingBodies: unchecked',
    added: { [api]: 'maxBodyBytes: 1000\n' },
  });
  const ask = async (method: string, length: string, type?: string) => {
    const verdict = await askAs[protocol](authorizationUrl, {
      method,
      target: '/dog_park/v1/dogs',
      headers: {
        authorization: `Bearer ${token}`,
        [name]: length,
        ...(type !== undefined && { 'content-type': type }),
      },
    });
    return [verdict.headers['gatewright-status'], verdict.headers['gatewright-body']?.slice(0, 30)];
  };
  const allowed = [undefined, undefined];
  const refused = (status: string) => [status, expect.anything() as unknown];
  const isCarried = protocol === 'auth-request';
  const expected = (status: string) => (isCarried ? refused(status) : [status, undefined]);
  expect(await ask('GET', '')).toEqual(allowed);
  expect(await ask('GET', '0')).toEqual(allowed);
  expect(await ask('GET', '5')).toEqual(expected('415'));
  expect(await ask('GET', 'chunked')).toEqual(expected('415'));
  expect(await ask('POST', '1000', 'application/json')).toEqual(allowed);
  expect(await ask('POST', '1001', 'application/json')).toEqual(expected('413'));
  expect(await ask('POST', '5', 'text/plain')).toEqual(expected('415'));
});

test('the beginning of a body is refused as one that is too large', async () => {
  const { authorizationUrl, token } = await openAskedGateway();
  const verdict = await askAs['ext-authz'](authorizationUrl, {
    method: 'POST',
    target: '/dog_park/v1/dogs',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-envoy-auth-partial-body': 'true',
    },
    body: '{"name":"Rex"}',
  });
  expect([verdict.status, codeOf(verdict)]).toEqual([413, 'body_too_large']);
});

test('calls are counted once, in the counters of the gateway, for all its workers', async () => {
  const { authorizationUrl, gatewayUrl, token } = await openAskedGateway({
    workers: 2,
    added: { [api]: 'limit: { requests: 3, unit: day }\n' },
  });
  const asked = { target: '/dog_park/v1/dogs', headers: { authorization: `Bearer ${token}` } };
  const statuses = [
    (await askAs['ext-authz'](authorizationUrl, asked)).status,
    (await sendTo(gatewayUrl, asked)).status,
    (await askAs['forward-auth'](authorizationUrl, asked)).status,
  ];
  expect(statuses).toEqual([200, 200, 200]);
  const { status, headers } = await askAs['forward-auth'](authorizationUrl, asked);
  expect([status, headers['retry-after'] !== undefined]).toEqual([429, true]);
});

test.skipIf(!hasRedisServer)(`calls are counted over machines${redisNeeded}`, async () => {
  await using redis = await startRedis();
  await untilRedisCounts(redis.url);
  vi.stubEnv('REDIS_URL', redis.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const added = {
    [api]: 'limit: { requests: 2, unit: day }\n',
    'gateway.config.yaml': 'limits: { counters: redis, url: { fromEnv: REDIS_URL } }\n',
  };
  const statuses = [];
  for (const { authorizationUrl, token } of [
    await openAskedGateway({ added }),
    await openAskedGateway({ added }),
  ]) {
    const asked = { target: '/dog_park/v1/dogs', headers: { authorization: `Bearer ${token}` } };
    statuses.push((await askAs['ext-authz'](authorizationUrl, asked)).status);
    statuses.push((await askAs['forward-auth'](authorizationUrl, asked)).status);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('a public call is limited by the address of the client, which a proxy names', async () => {
  const { authorizationUrl } = await openAskedGateway({
    added: { [api]: 'operationAccess: { GET /dogs: public }\naddressLimit: { requests: 1, unit: day }\n' },
  });
  const ask = async (forwarded: string) => {
    const asked = { target: '/dog_park/v1/dogs', headers: { 'x-forwarded-for': forwarded } };
    const { status, headers } = await askAs['auth-request'](authorizationUrl, asked);
    return [status, headers['x-gatewright-application'], headers['x-gatewright-key-set']];
  };
  expect(await ask('192.0.2.1')).toEqual([200, '', 'production']);
  expect(await ask('192.0.2.2')).toEqual([200, '', 'production']);
  expect(await ask('203.0.113.9, 192.0.2.2')).toEqual([403, undefined, undefined]);
});

test('a proxy that forwards the calls of one key set gets no permission for the others', async () => {
  const { authorizationUrl, token } = await openAskedGateway();
  const ask = async (protocol: 'forward-auth' | 'auth-request', keySet: string) => {
    const original = protocol === 'forward-auth' ? 'x-forwarded' : 'x-original';
    const verdict = await sendTo(authorizationUrl, {
      target: `/authz/${protocol}/${keySet}?keySet=production`,
      headers: {
        authorization: `Bearer ${token}`,
        [`${original}-method`]: 'GET',
        [`${original}-uri`]: '/dog_park/v1/dogs',
      },
    });
    return [verdict.status, codeOf(verdict)];
  };
  for (const protocol of ['forward-auth', 'auth-request'] as const) {
    expect(await ask(protocol, 'production')).toEqual([200, undefined]);
    expect(await ask(protocol, 'sandbox')).toEqual([403, 'production_unavailable']);
    expect(await ask(protocol, 'other')).toEqual([400, 'original_request_missing']);
  }
});
