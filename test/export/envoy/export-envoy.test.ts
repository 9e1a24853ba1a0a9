import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import { eventually } from '../../eventually.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
} from '../../runtime/table-builder.ts';
import { hasEnvoy, whyNoEnvoy } from './envoy-in-test.ts';
import { openRecorder, signToken, startPlane } from './plane-in-test.ts';

async function serve(
  change: Partial<ApiInTest> = {},
  subscriptions = [subscribe('Walker')],
  limit?: RateLimit,
) {
  const [production, sandbox] = [await openRecorder('production'), await openRecorder('sandbox')];
  const endpoints = {
    production: { targets: [`${production.url}/base`] },
    sandbox: { targets: [sandbox.url] },
  };
  const table = (more: typeof subscriptions) =>
    buildTable({
      gateway: { digestHeader: true },
      apis: [
        defineApi({ endpoints, ...change }),
        defineApi({ name: 'Old', context: 'old', state: 'retired', endpoints: {} }),
        defineApi({ name: 'Blocked', context: 'blocked', state: 'blocked', endpoints: {} }),
      ],
      applications: [defineApplication('Walker')],
      tiers: [{ name: 'gold', ...(limit && { limit }) }],
      subscriptions: more,
    });
  const plane = await startPlane(table(subscriptions));
  return { ...plane, production, sandbox, table };
}

describe.skipIf(!hasEnvoy)(`a route table in Envoy${whyNoEnvoy}`, () => {
  test('forwards calls with a valid token to the endpoint of their key set', async () => {
    const { call, production, sandbox } = await serve();
    const [first, second] = [await signToken(), await signToken({ key_set: 'sandbox' })];
    const sent = {
      'x-gatewright-route': 'dog_park/v1/sandbox',
      'x-forwarded-for': '10.9.8.7',
      forwarded: 'for=1',
    };
    expect(await call('/dog_park/v1/dogs?a=%2F', { token: first, headers: sent })).toMatchObject({
      status: 200,
      text: 'production',
    });
    expect((await call('/dog_park/v1/dogs/1', { token: second })).text).toBe('sandbox');
    expect(production.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /base/dogs?a=%2F',
    ]);
    expect(sandbox.received.map(({ url }) => url)).toEqual(['/dogs/1']);
    const { headers } = production.received[0] ?? {};
    expect(headers).toEqual({
      host: new URL(production.url).host,
      via: '1.1 gatewright',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'gateway.example.edu',
      'x-forwarded-proto': 'https',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  test('refuses all other calls with the errors of the gateway, and forwards none of them', async () => {
    const { call, production, sandbox } = await serve({ operations: ['GET /dogs', 'POST /dogs dogs:write'] });
    const token = await signToken();
    const answers = {
      'unknown API': await call('/cat_park/v1/cats', { token }),
      retired: await call('/old/v1/dogs', { token }),
      blocked: await call('/blocked/v1/dogs', { token }),
      'no token': await call('/dog_park/v1/dogs'),
      'another type': await call('/dog_park/v1/dogs', { token: await signToken({}, { typ: 'caller+jwt' }) }),
      'another audience': await call('/dog_park/v1/dogs', {
        token: await signToken({ aud: 'https://other.example' }),
      }),
      expired: await call('/dog_park/v1/dogs', { token: await signToken({ exp: 1 }) }),
      'unknown consumer key': await call('/dog_park/v1/dogs', {
        token: await signToken({ client_id: 'other' }),
      }),
      'two tokens': await call('/dog_park/v1/dogs?access_token=a', { token }),
      'unknown resource': await call('/dog_park/v1/cats', { token }),
      'undeclared method': await call('/dog_park/v1/dogs', { method: 'DELETE', token }),
      'missing scope': await call('/dog_park/v1/dogs', { method: 'POST', token, body: '{}' }),
      override: await call('/dog_park/v1/dogs', { token, headers: { 'x-http-method-override': 'DELETE' } }),
      '%2f': await call('/dog_park/v1/dogs%2f..', { token }),
      ';': await call('/dog_park/v1/dogs;a', { token }),
      '//': await call('/dog_park/v1//dogs', { token }),
      '..': await call('/dog_park/v1/../v1/dogs', { token }),
      preflight: await call('/dog_park/v1/dogs', {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
      }),
    };
    const described = Object.fromEntries(
      Object.entries(answers).map(([name, { status, code }]) => [name, `${status} ${code}`]),
    );
    expect(described).toEqual({
      'unknown API': '404 api_unknown',
      retired: '410 api_retired',
      blocked: '503 api_blocked',
      'no token': '403 token_missing',
      'another type': '403 token_invalid',
      'another audience': '403 token_invalid',
      expired: '403 token_invalid',
      'unknown consumer key': '403 token_invalid',
      'two tokens': '400 token_ambiguous',
      'unknown resource': '404 resource_unknown',
      'undeclared method': '405 method_not_allowed',
      'missing scope': '403 scope_insufficient',
      override: '400 method_overridden',
      '%2f': '400 path_malformed',
      ';': '400 path_malformed',
      '//': '400 path_malformed',
      '..': '400 path_malformed',
      preflight: '200 undefined',
    });
    expect([...production.received, ...sandbox.received]).toEqual([]);
  });

  test('answers with the body and the headers of the built-in data plane', async () => {
    const { call, table } = await serve();
    const { status, headers, text } = await call('/dog_park/v1/dogs', {
      headers: { accept: 'text/xml, application/json;q=0.5' },
    });
    const { date, 'x-request-id': id, ...others } = headers;
    expect([typeof date, typeof id, status]).toEqual(['string', 'string', 403]);
    expect(others).toEqual({
      'cache-control': 'no-store',
      'content-length': String(text.length),
      'content-type': 'text/xml; charset=utf-8',
      'gatewright-digest': table([subscribe('Walker')]).digest,
      'www-authenticate': 'Bearer realm="https://gateway.example.edu"',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<error><message>This API requires an access token.</message>' +
        '<developerMessage>Send the header Authorization: Bearer ACCESS_TOKEN.</developerMessage><code>token_missing</code></error>\n',
    );
  });

  test('counts the calls of a subscription', async () => {
    const limit = { requests: 1, unit: 'hour', burst: 2, whenUnavailable: 'refuse' } as const;
    const { call } = await serve({}, [subscribe('Walker')], limit);
    const token = await signToken();
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await call('/dog_park/v1/dogs', { token }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const last = answers.at(-1);
    expect(last?.code).toBe('rate_limited');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(3000);
    expect(last?.headers).not.toHaveProperty('x-gatewright-code');
  });

  test('shares responses with the origins of the API, and refuses long bodies', async () => {
    const cors = {
      allowOrigins: ['https://app.example'],
      allowHeaders: ['Authorization'],
      exposeHeaders: ['ETag'],
      maxAgeSeconds: 60,
    };
    const { call, production } = await serve({ cors, maxBodyBytes: 10 });
    const token = await signToken();
    const headers = { origin: 'https://app.example' };
    expect((await call('/dog_park/v1/dogs', { token, headers })).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'ETag',
      vary: 'Origin',
    });
    const other = await call('/dog_park/v1/dogs', { token, headers: { origin: 'https://other.example' } });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await call('/dog_park/v1/dogs', { headers })).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
    });
    const before = production.received.length;
    const sized = await call('/dog_park/v1/dogs', { method: 'POST', token, body: 'x'.repeat(11) });
    const unsized = await call('/dog_park/v1/dogs', {
      method: 'POST',
      token,
      body: Readable.from(['12345678', '12345678']),
    });
    expect([sized.code, unsized.code]).toEqual(['body_too_large', 'body_too_large']);
    expect(production.received.length).toBe(before);
  });

  test('takes over a new table without a new listener', async () => {
    const { call, apply, table, admin } = await serve();
    const token = await signToken();
    expect((await call('/dog_park/v1/dogs', { token })).status).toBe(200);
    const next = table([]);
    await apply(next);
    await eventually(async () => {
      expect((await call('/dog_park/v1/dogs', { token })).code).toBe('not_subscribed');
    });
    expect((await call('/dog_park/v1/dogs', { token })).headers['gatewright-digest']).toBe(next.digest);
    expect(await admin('/stats?filter=listener_manager.listener_(modified|in_place_updated)')).toBe(
      'listener_manager.listener_in_place_updated: 0\nlistener_manager.listener_modified: 0\n',
    );
  });
});
