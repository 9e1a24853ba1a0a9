// @module-tag full
import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { consumerKey, secret, send } from '../../running-gateway.ts';
import { askAs, codeOf, openAskedGateway, sendTo, type Asked } from '../asked-gateway.ts';
import { guideProxies, type GuideProxy } from './guide-proxies.ts';
import { findProgram, startProxy } from './start-proxy.ts';

const api = 'apis/dog_park/v1/api.yaml';

async function open(proxy: GuideProxy, added: string) {
  const gateway = await openAskedGateway({
    authorization: proxy.authorization,
    added: {
      [api]: added,
      'applications/dog_walker.yaml': `  sandbox:
    consumerKey: dogwalker-sandbox
    secretDigests: ['sha256:${createHash('sha256').update(secret).digest('hex')}']
`,
    },
  });
  const sandbox = await openUpstream('sandbox');
  onTestFinished(sandbox.close);
  const url = await startProxy(proxy, {
    endpoint: Number(new URL(gateway.authorizationUrl).port),
    production: gateway.upstream.port,
    sandbox: sandbox.port,
  });
  const call = (asked: Asked, token?: string) =>
    sendTo(url, {
      ...asked,
      headers: { ...asked.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  return { ...gateway, sandbox, url, call };
}

async function fetchTokenOf(gatewayUrl: string, key: string): Promise<string> {
  const { json } = await send(`${gatewayUrl}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return String(json['access_token']);
}

const forged = {
  'x-gatewright-application': 'Forged',
  'x-gatewright-key-set': 'sandbox',
  'x-gatewright-path': '/admin',
  'x-original-method': 'GET',
  'x-original-uri': '/dog_park/v1/dogs',
  'x-forwarded-method': 'GET',
  'x-forwarded-uri': '/dog_park/v1/dogs',
};

describe.each(guideProxies)('$name as the guide configures it', (proxy) => {
  const isMissing = findProgram(proxy.name) === undefined;
  const needed = isMissing ? ` (skipped: ${proxy.name} is not installed)` : '';

  test.skipIf(isMissing)(`forwards what is allowed to the environment of the keys${needed}`, async () => {
    const { call, upstream, sandbox, gatewayUrl, token } = await open(proxy, '');
    const target = '/dog_park/v1/dogs?limit=2&breed=a%2Fb%20c';
    const production = await call({ target, headers: forged }, token);
    expect([production.status, JSON.parse(production.body)]).toEqual([200, { upstream: 'production' }]);
    const seen = upstream.seen.map(({ method, url, headers }) => [
      method,
      url,
      headers.authorization,
      headers['x-gatewright-application'],
      headers['x-gatewright-tier'],
      headers['x-gatewright-api'],
      headers['x-gatewright-subject'],
    ]);
    const path = proxy.forwardsByPath ? '/base/dogs' : '/dogs';
    const query = '?limit=2&breed=a%2Fb%20c';
    expect(seen).toEqual([
      ['GET', path + query, undefined, 'DogWalker', 'gold', 'DogPark/v1', `client:${consumerKey}`],
    ]);
    expect(sandbox.seen).toEqual([]);
    const other = await call({ target }, await fetchTokenOf(gatewayUrl, 'dogwalker-sandbox'));
    expect([other.status, JSON.parse(other.body)]).toEqual([200, { upstream: 'sandbox' }]);
    expect(sandbox.seen.map(({ url }) => url)).toEqual([`/dogs${query}`]);
  });

  test.skipIf(isMissing)(`passes refusals on, and forwards nothing that is refused${needed}`, async () => {
    const { call, url, upstream, sandbox, token, write, sees } = await open(proxy, '');
    const refused = async (asked: Asked, sent: string | undefined = token) => {
      const verdict = await call(asked, sent);
      return [verdict.status, codeOf(verdict)];
    };
    const dogs = '/dog_park/v1/dogs';
    const anonymous = await sendTo(url, { target: dogs });
    expect([anonymous.status, codeOf(anonymous)]).toEqual([403, 'token_missing']);
    expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect(await refused({ target: dogs }, 'nonsense')).toEqual([403, 'token_invalid']);
    expect(await refused({ target: '/dog_park/v1/cats', headers: forged })).toEqual([
      404,
      'resource_unknown',
    ]);
    expect(await refused({ target: '/other/v1/dogs' })).toEqual([404, 'api_unknown']);
    expect(await refused({ target: dogs, method: 'DELETE' })).toEqual([405, 'method_not_allowed']);
    expect(await refused({ target: `${dogs}?limit=many` })).toEqual([400, 'parameters_malformed']);
    expect(await refused({ target: dogs, headers: { 'x-http-method-override': 'PUT' } })).toEqual([
      400,
      'method_overridden',
    ]);
    await write(api, (text) => text.replace('state: published', 'state: blocked'));
    await sees('reloaded');
    expect(await refused({ target: dogs })).toEqual([503, 'api_blocked']);
    await write(api, (text) => text.replace('state: published', 'state: retired'));
    await sees('reloaded', 2);
    expect(await refused({ target: dogs })).toEqual([410, 'api_retired']);
    expect([...upstream.seen, ...sandbox.seen]).toEqual([]);
  });

  test.skipIf(isMissing)(`lets no spelling of a path and no preflight through${needed}`, async () => {
    const { call, url, upstream, sandbox, token } = await open(
      proxy,
      'cors: { allowOrigins: [https://walker.example.edu] }\n',
    );
    const targets = [
      '/dog_park/v1/../v1/dogs%2f..',
      '/dog_park/v1/dogs%2f..%2fadmin',
      '/dog_park/v1/dogs;a/../admin',
      '/dog_park/v1/dogs%5c..',
      '/dog_park/v1/%2e%2e/admin',
    ];
    for (const target of targets) {
      const { status } = await call({ target }, token);
      expect([target, status, status === 400 || status === 404]).toEqual([target, status, true]);
    }
    const preflight = await sendTo(url, {
      method: 'OPTIONS',
      target: '/dog_park/v1/dogs',
      headers: { origin: 'https://walker.example.edu', 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://walker.example.edu',
    ]);
    expect([...upstream.seen, ...sandbox.seen]).toEqual([]);
  });

  test.skipIf(isMissing)(`has no header removed by a client that names it${needed}`, async () => {
    const { call, upstream, token } = await open(proxy, '');
    const connection = `close, ${Object.keys(forged).join(', ')}`;
    const unknown = await call({ target: '/dog_park/v1/cats', headers: { ...forged, connection } }, token);
    expect(unknown.status).toBe(404);
    const { status } = await call({ target: '/dog_park/v1/dogs', headers: { connection } }, token);
    expect([status, upstream.seen.map(({ headers }) => headers['x-gatewright-application'])]).toEqual([
      200,
      ['DogWalker'],
    ]);
  });

  test.skipIf(isMissing)(`has each call counted once${needed}`, async () => {
    const { call, token, authorizationUrl } = await open(proxy, 'limit: { requests: 3, unit: day }\n');
    const asked = { target: '/dog_park/v1/dogs' };
    expect((await call(asked, token)).status).toBe(200);
    expect((await call(asked, token)).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    expect((await askAs['forward-auth'](authorizationUrl, { ...asked, headers })).status).toBe(200);
    const last = await call(asked, token);
    expect([last.status, codeOf(last), last.headers['retry-after'] !== undefined]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });

  test.skipIf(isMissing)(`has bodies checked that it sends, and no others forwarded${needed}`, async () => {
    const { call, token, upstream } = await open(proxy, '');
    const post = async (body: string, framing: Record<string, string> = {}) => {
      const headers = { 'content-type': 'application/json', ...framing };
      const verdict = await call({ method: 'POST', target: '/dog_park/v1/dogs', headers, body }, token);
      return [verdict.status, codeOf(verdict)];
    };
    const chunked = { 'transfer-encoding': 'chunked' };
    if (proxy.sendsBodies) {
      expect(await post('{"name":"Rex"}')).toEqual([200, undefined]);
      expect(await post('{"name":"Rex"}', chunked)).toEqual([200, undefined]);
      expect(await post('{"name":1}', chunked)).toEqual([422, 'validation_failed']);
      expect(await post(JSON.stringify({ name: 'R'.repeat(1_100_000) }))).toEqual([413, 'body_too_large']);
    } else {
      expect(await post('{"name":"Rex"}')).toEqual([403, 'body_not_sent']);
      expect(await post('{"name":"Rex"}', chunked)).toEqual([403, 'body_not_sent']);
    }
    expect(upstream.seen.map(({ body }) => body)).toEqual(
      proxy.sendsBodies ? ['{"name":"Rex"}', '{"name":"Rex"}'] : [],
    );
  });

  test.skipIf(isMissing)(`refuses all calls while the endpoint is closed${needed}`, async () => {
    const { call, close, token, upstream } = await open(proxy, '');
    await close();
    const { status = 0 } = await call({ target: '/dog_park/v1/dogs' }, token);
    expect([status >= 500, upstream.seen]).toEqual([true, []]);
  });
});
