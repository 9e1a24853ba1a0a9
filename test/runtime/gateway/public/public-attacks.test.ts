import { describe, expect, test } from 'vitest';
import { rawGet, sendRaw } from '../../send-raw.ts';
import { generous, fromProduction, openPark } from './park-in-test.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { ask as askOverHttp2, connectTo, openHttp2Gateway } from '../http2-clients/http2-gateway.ts';

const missing = [403, 'token_missing'];

describe('a path that could be read as that of a protected operation', () => {
  const operations = [
    'public GET /dogs/{id}',
    'GET /dogs/admin',
    'GET /dogs/{id}/owner',
    'GET /dogs/{id}/',
    'public GET /public/{name}',
    'GET /{area}/secret',
  ];

  test.each([
    ['/dogs/1', 200],
    ['/dogs/admin', 403],
    ['/dogs/%61dmin', 403],
    ['/dogs/adm%69n', 403],
    ['/dogs/%2561dmin', 200],
    ['/dogs/admin?id=1', 403],
    ['/dogs/admin?', 403],
    ['/dogs/1/', 403],
    ['/dogs/admin/', 403],
    ['/dogs/1/owner', 403],
    ['/dogs/1%2fowner', 400],
    ['/dogs/1%2Fowner', 400],
    ['/dogs/1%5cowner', 400],
    ['/dogs/1;/owner', 400],
    ['/dogs/admin;x=1', 400],
    ['/dogs/admin%3bx=1', 400],
    ['/dogs//admin', 400],
    ['//dogs/1', 400],
    ['/dogs/../dogs/admin', 400],
    ['/dogs/./admin', 400],
    ['/dogs/%2e%2e/admin', 400],
    ['/dogs/1/..;/admin', 400],
    ['/dogs/1#/../admin', 400],
    ['/dogs/admin%00', 400],
    ['/dogs/admin%20', 200],
    ['/public/1', 200],
    ['/public/secret', 200],
    ['/private/secret', 403],
  ])('%s gets %d', async (path, status) => {
    const { gateway } = await openPark({ operations });
    const answer = await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`));
    expect(answer.slice(9, 12)).toBe(String(status));
  });

  test('is part of a segment where the API declares that', async () => {
    const { gateway, production } = await openPark({ operations, pathEncoding: 'pass' });
    const statusOf = async (path: string) =>
      (await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`))).slice(9, 12);
    expect(await statusOf('/dogs/1%2Fowner')).toBe('200');
    expect(await statusOf('/dogs/%61dmin')).toBe('403');
    expect(production.seen.map(({ url }) => url)).toEqual(['/dogs/1%2Fowner']);
  });
});

describe('another method than the public one', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s', async (method) => {
    const { ask, production } = await openPark();
    expect(await ask(`${method} /dogs`)).toEqual(missing);
    expect(production.seen).toEqual([]);
  });

  test.each(['x-http-method-override', 'X-HTTP-Method', 'x-method-override'])('named by %s', async (name) => {
    const { ask, production } = await openPark();
    expect(await ask('GET /dogs', { headers: { [name]: 'DELETE' } })).toEqual([400, 'method_overridden']);
    expect(production.seen).toEqual([]);
  });

  test('named by a header in another spelling, which does not reach the upstream', async () => {
    const { ask, production } = await openPark();
    expect(await ask('GET /dogs', { headers: { X_HTTP_Method_Override: 'DELETE' } })).toEqual(fromProduction);
    expect(Object.keys(production.seen[0]?.headers ?? {}).filter((name) => /override/i.test(name))).toEqual(
      [],
    );
  });

  test('HEAD is a GET without a body, unless the API declares it as well', async () => {
    const { ask, production, swap } = await openPark();
    expect(await ask('HEAD /dogs')).toEqual([200, '']);
    expect(production.seen.map(({ method }) => method)).toEqual(['GET']);
    await swap({ operations: ['public GET /dogs', 'HEAD /dogs'] });
    expect(await ask('HEAD /dogs')).toEqual([403, '']);
  });

  test('only a preflight of a browser needs no token', async () => {
    const { gateway } = await openPark();
    const headers = { origin: 'https://page.example.edu', 'access-control-request-method': 'GET' };
    const { status } = await gateway.call('/dog_park/v1/dogs', { method: 'OPTIONS', headers });
    expect(status).toBe(200);
  });
});

test('templates that match the same paths are one resource, and its first operation of a method decides', async () => {
  const { ask } = await openPark({ operations: ['GET /dogs/{id}', 'public GET /dogs/{name}'] });
  expect(await ask('GET /dogs/1')).toEqual(missing);
});

test('each version has its own public operations, however it is named', async () => {
  const { gateway, production } = await openPark();
  const endpoints = { production: { targets: [production.url] } };
  const apis = [
    defineApi({ endpoints, operations: ['public GET /dogs'], addressLimit: generous }),
    defineApi({ endpoints, version: 'v2', operations: ['GET /dogs'] }),
  ];
  await gateway.swap(
    buildTable({ gateway: { versioning: 'hybrid' }, apis, applications: [], subscriptions: [] }),
  );
  const statusOf = async (path: string, version?: string) => {
    const headers = version === undefined ? {} : { 'api-version': version };
    return (await gateway.call(path, { headers })).status;
  };
  expect(await statusOf('/dog_park/v1/dogs')).toBe(200);
  expect(await statusOf('/dog_park/v2/dogs')).toBe(403);
  expect(await statusOf('/dog_park/dogs')).toBe(403);
  expect(await statusOf('/dog_park/dogs', 'v1')).toBe(200);
  expect(await statusOf('/dog_park/dogs', 'v2')).toBe(403);
  expect(await statusOf('/dog_park/v1/dogs', 'v2')).toBe(400);
});

test('over HTTP/2 the same operations are public', async () => {
  const { production } = await openPark();
  const api = { operations: ['public GET /dogs', 'GET /dogs/{id}'], addressLimit: generous };
  const session = await connectTo(await openHttp2Gateway(production.url, { api }));
  const outcomeOf = async (headers: Readonly<Record<string, string>>) => {
    const { status } = await askOverHttp2(session, headers);
    return status;
  };
  const dogs = '/dog_park/v1/dogs';
  expect(await outcomeOf({ ':path': dogs })).toBe(200);
  expect(await outcomeOf({ ':path': `${dogs}/1` })).toBe(403);
  expect(await outcomeOf({ ':path': dogs, ':method': 'DELETE' })).toBe(403);
  expect(await outcomeOf({ ':path': `${dogs}/1`, ':authority': 'sandbox.example.edu' })).toBe(403);
  expect(await outcomeOf({ ':path': `${dogs}/%2e` })).toBe(400);
  expect(production.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/dogs']]);
});

test('another host or sandbox keys do not lead to the sandbox', async () => {
  const { ask, production, sandbox } = await openPark();
  expect(await ask('GET /dogs', { headers: { host: 'sandbox.example.edu' } })).toEqual(fromProduction);
  expect(await ask('GET /dogs', { as: 'DogWalker-sandbox' })).toEqual(fromProduction);
  expect([production.seen.length, sandbox.seen.length]).toEqual([2, 0]);
});

describe('a path in a header', () => {
  test.each(['x-original-url', 'X-Rewrite-URL'])('%s', async (name) => {
    const { ask, production } = await openPark();
    const headers = { [name]: '/dogs/1' };
    expect(await ask('GET /dogs', { headers })).toEqual([400, 'path_overridden']);
    expect(await ask('GET /dogs', { as: 'DogWalker-production', headers })).toEqual([400, 'path_overridden']);
    expect(await ask('GET /dogs/1', { headers: { [name]: '/dogs' } })).toEqual(missing);
    expect(production.seen).toEqual([]);
  });

  test.each(['X_Original_URL', 'X-Original_URL', 'x_rewrite_url'])(
    '%s does not reach the upstream',
    async (name) => {
      const { ask, production } = await openPark();
      expect(await ask('GET /dogs', { headers: { [name]: '/dogs/1' } })).toEqual(fromProduction);
      const named = Object.keys(production.seen[0]?.headers ?? {}).filter((sent) => /.url$/i.test(sent));
      expect(named).toEqual([]);
    },
  );
});

test('a header that a hop would remove does not make a protected operation public', async () => {
  const { gateway, production } = await openPark();
  const answer = await sendRaw(gateway.port, rawGet('/dog_park/v1/dogs/1', 'Connection: authorization'));
  expect(answer.slice(9, 12)).toBe('400');
  expect(answer).toContain('request_malformed');
  expect(production.seen).toEqual([]);
});

test.each([
  ['/dogs', '200'],
  ['/dogs/1', '403'],
  ['/dogs/%2e%2e/dogs/1', '400'],
])('the absolute form of the target %s is read like the path, and gets %s', async (path, status) => {
  const { gateway, production } = await openPark();
  const answer = await sendRaw(gateway.port, rawGet(`http://gateway.example.edu/dog_park/v1${path}`));
  expect(answer.slice(9, 12)).toBe(status);
  expect(production.seen.map(({ url }) => url)).toEqual(status === '200' ? [path] : []);
});
