import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const as = 'DogWalker-production';
const origin = 'https://walker.example.edu';
let upstream: UpstreamInTest;
let gateway: GatewayInTest;

beforeAll(async () => {
  upstream = await openUpstream('own', (request, response) => {
    response.setHeader('x-method', request.method ?? '');
    response.setHeader('vary', 'Accept');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('connection', 'x-hop');
    response.setHeader('x-hop', '1');
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end('body');
  });
  const endpoints = { production: { targets: [upstream.url] } };
  const headers = {
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['ETag'],
    maxAgeSeconds: 600,
  };
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints,
          operations: ['GET /dogs', 'POST /dogs', 'HEAD /heads', 'OPTIONS /own_options'],
          cors: { allowOrigins: [origin, 'https://second.example.edu'], ...headers },
        }),
        defineApi({
          name: 'Open',
          context: 'open',
          endpoints,
          cors: { allowOrigins: ['*'], ...headers, exposeHeaders: [] },
        }),
        defineApi({ name: 'Closed', context: 'closed', endpoints }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: ['DogPark/v1', 'Open/v1', 'Closed/v1'].map((api) => subscribe('DogWalker', api)),
    }),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('HEAD', () => {
  test('asks with GET and drops the body where only GET is declared', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { as, method: 'HEAD' });
    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: { 'x-method': 'GET', 'content-length': '4' },
    });
  });

  test('asks with HEAD where that is declared', async () => {
    const answer = await gateway.call('/dog_park/v1/heads', { as, method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'x-method': 'HEAD' } });
  });

  test('is rejected without a body', async () => {
    const answer = await gateway.call('/dog_park/v1/cats', { as, method: 'HEAD' });
    expect(answer).toMatchObject({ status: 404, text: '' });
  });
});

describe('OPTIONS', () => {
  test('lists the methods of the resource, for those with a token', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { as, method: 'OPTIONS' });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
    const without = await gateway.call('/dog_park/v1/dogs', { method: 'OPTIONS' });
    expect(without).toMatchObject({ status: 403, code: 'token_missing' });
    const nowhere = await gateway.call('/dog_park/v1/cats', { as, method: 'OPTIONS' });
    expect(nowhere).toMatchObject({ status: 404, code: 'resource_unknown' });
  });

  test('is forwarded where it is declared', async () => {
    const answer = await gateway.call('/dog_park/v1/own_options', { as, method: 'OPTIONS' });
    expect(answer).toMatchObject({ status: 200, headers: { 'x-method': 'OPTIONS' } });
  });
});

describe('a preflight', () => {
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };

  test('needs no token', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', preflight);
    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '600',
        vary: 'Origin',
      },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('of another origin gets no CORS headers', async () => {
    const headers = { ...preflight.headers, origin: `${origin}.evil.example.com` };
    const answer = await gateway.call('/dog_park/v1/dogs', { ...preflight, headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers['vary']).toBe('Origin');
  });

  test('of an API that declares no origins gets no CORS headers', async () => {
    const answer = await gateway.call('/closed/v1/dogs', preflight);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('of an unknown API is a call like any other', async () => {
    expect(await gateway.call('/cats/v1/dogs', preflight)).toMatchObject({
      status: 404,
      code: 'api_unknown',
    });
  });
});

describe('an answer', () => {
  test('names the origin, and nothing that the upstream says of origins', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { as, headers: { origin } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
      vary: 'Accept, Origin',
      'set-cookie': ['a=1', 'b=2'],
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.headers).not.toHaveProperty('x-hop');
  });

  test('that is a rejection may be read by the origin too', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { headers: { origin } });
    expect(answer).toMatchObject({
      status: 403,
      headers: {
        'access-control-allow-origin': origin,
        'www-authenticate': expect.stringContaining('Bearer'),
      },
    });
  });

  test('varies by origin even without one', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { as });
    expect(answer.headers['vary']).toBe('Accept, Origin');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('of an open API is for every origin', async () => {
    const answer = await gateway.call('/open/v1/dogs', {
      as,
      headers: { origin: 'https://any.example.com' },
    });
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Accept' });
  });

  test('of an API that declares no origins is for none', async () => {
    const answer = await gateway.call('/closed/v1/dogs', { as, headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
