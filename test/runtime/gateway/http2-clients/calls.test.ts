import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openUpstream } from '../../upstream-in-test.ts';
import { ask, connectTo, dogs, openHttp2Gateway } from './http2-gateway.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a call over HTTP/2 reaches its upstream as it would over HTTP/1.1', async () => {
  const upstream = await openUpstream('dogs');
  const gateway = await openHttp2Gateway(upstream.url);
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const answer = await ask(client, {
    ':path': `${dogs}?size=big`,
    authorization,
    'x-own': 'a',
    cookie: ['a=1', 'b=2'],
    te: 'trailers',
  });
  const host = `127.0.0.1:${gateway.port}`;
  expect(answer).toMatchObject({
    status: 200,
    text: '{"upstream":"dogs"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.headers['connection']).toBeUndefined();
  expect(upstream.seen).toEqual([
    {
      method: 'GET',
      url: '/dogs?size=big',
      body: '',
      headers: {
        host: new URL(upstream.url).host,
        'x-own': 'a',
        cookie: 'a=1; b=2',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'gateway.example.edu',
        'x-request-id': expect.any(String) as string,
        via: '2.0 gatewright',
        connection: 'keep-alive',
      },
    },
  ]);
  expect(host).toContain('127.0.0.1');
  await upstream.close();
});

test('a body streams both ways, with and without a length', async () => {
  const upstream = await openUpstream('echo', (request, response) => void request.pipe(response));
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
  });
  const client = await connectTo(gateway);
  const body = 'x'.repeat(3_000_000);
  const head = {
    ':method': 'POST',
    ':path': dogs,
    authorization: gateway.authorization,
    'content-type': 'application/json',
  };
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const length of [{}, { 'content-length': body.length }]) {
    const answer = await ask(client, { ...head, ...length }, body);
    expect([answer.status, digest(answer.text)]).toEqual([200, digest(body)]);
  }
  await upstream.close();
});

test('refusals, pages and the token endpoint answer over HTTP/2', async () => {
  const upstream = await openUpstream('dogs');
  const gateway = await openHttp2Gateway(upstream.url);
  const client = await connectTo(gateway);
  const answers = {
    missing: await ask(client, { ':path': dogs }),
    unknown: await ask(client, { ':path': '/nowhere/v1/x', authorization: gateway.authorization }),
    body: await ask(client, { ':method': 'POST', ':path': dogs }, 'x'.repeat(200_000)),
    health: await ask(client, { ':path': '/health' }),
    token: await ask(
      client,
      { ':method': 'POST', ':path': '/token', ...form, authorization: 'Basic bm9ib2R5Og==' },
      'grant_type=client_credentials',
    ),
    wrong: await ask(client, { ':method': 'POST', ':path': '/health' }, 'x'.repeat(200_000)),
    authorize: await ask(client, { ':path': '/authorize?client_id=nobody' }),
    head: await ask(client, { ':method': 'HEAD', ':path': dogs, authorization: gateway.authorization }),
  };
  expect(Object.entries(answers).map(([name, { status }]) => [name, status])).toEqual([
    ['missing', 403],
    ['unknown', 404],
    ['body', 403],
    ['health', 200],
    ['token', 401],
    ['wrong', 405],
    ['authorize', 400],
    ['head', 200],
  ]);
  expect(gateway.faults).toEqual([]);
  await upstream.close();
});
