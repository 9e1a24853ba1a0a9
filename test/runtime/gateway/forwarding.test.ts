import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const walker = 'DogWalker-production';
const operations = ['GET /dogs', 'POST /dogs', 'DELETE /dogs/{id}', 'GET /dogs/{id}', 'GET /{a}/{b}'];
let upstream: UpstreamInTest;
let second: UpstreamInTest;
let gateway: GatewayInTest;

beforeAll(async () => {
  upstream = await openUpstream('first');
  second = await openUpstream('second');
  const based = { production: { targets: [`${upstream.url}/base/path`] } };
  const basic = { username: { fromEnv: 'USER' }, password: { fromEnv: 'PASSWORD' } };
  const header = { name: 'X-Api-Key', value: { fromEnv: 'KEY' } };
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({ endpoints: based, operations }),
        defineApi({
          name: 'Basic',
          context: 'basic',
          endpoints: { production: { targets: [upstream.url], auth: { basic } } },
        }),
        defineApi({
          name: 'Header',
          context: 'header',
          endpoints: { production: { targets: [upstream.url], auth: { header } } },
        }),
        defineApi({
          name: 'Two',
          context: 'two',
          endpoints: { production: { targets: [upstream.url, second.url] } },
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: ['DogPark/v1', 'Basic/v1', 'Header/v1', 'Two/v1'].map((api) =>
        subscribe('DogWalker', api),
      ),
    }),
    { secrets: { USER: 'ada', PASSWORD: 'pa:ss', KEY: 'k3y' } },
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await second.close();
});

async function sentUpstream(path: string, options: Parameters<GatewayInTest['call']>[1] = {}) {
  const before = upstream.seen.length;
  const answer = await gateway.call(path, { as: walker, ...options });
  expect(answer.status).toBe(200);
  expect(upstream.seen.length).toBe(before + 1);
  return upstream.seen[before];
}

describe('the address', () => {
  test('is the endpoint, the resource and the query byte for byte', async () => {
    const query = '?a=%7e~+%20&b=[x]&sort=-name,+age&c=%zz&d=//../';
    expect(await sentUpstream(`/dog_park/v1/dogs${query}`)).toMatchObject({ url: `/base/path/dogs${query}` });
  });

  test('keeps the escapes of the path, and an empty query', async () => {
    const path = '/dogs/r%C3%A9x%2c1,v=%3A...x|y"?';
    const token = await gateway.tokenFor(walker);
    await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`, `Authorization: Bearer ${token}`));
    expect(upstream.seen.at(-1)).toMatchObject({ url: `/base/path${path}` });
  });

  test('may come in absolute form, whose host does not route', async () => {
    const token = await gateway.tokenFor(walker);
    await sendRaw(
      gateway.port,
      rawGet('http://evil.example.com/dog_park/v1/dogs?x=1', `Authorization: Bearer ${token}`),
    );
    expect(upstream.seen.at(-1)).toMatchObject({
      url: '/base/path/dogs?x=1',
      headers: { host: `127.0.0.1:${upstream.port}` },
    });
  });

  test('takes turns among targets', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => gateway.call('/two/v1/dogs', { as: walker })));
    expect(answers.map(({ text }) => text).toSorted()).toEqual([
      '{"upstream":"first"}',
      '{"upstream":"first"}',
      '{"upstream":"second"}',
      '{"upstream":"second"}',
    ]);
  });
});

describe('the request', () => {
  test('keeps its method, its body and its media type, whatever that is', async () => {
    const headers = { 'content-type': 'application/vnd.example+json; charset=utf-8' };
    const sent = await sentUpstream('/dog_park/v1/dogs', { method: 'POST', body: '{broken', headers });
    expect(sent).toMatchObject({
      method: 'POST',
      body: '{broken',
      headers: { ...headers, 'content-length': '7' },
    });
  });

  test('may have a body without a media type, or with DELETE', async () => {
    expect(await sentUpstream('/dog_park/v1/dogs', { method: 'POST', body: 'x' })).toMatchObject({
      body: 'x',
    });
    expect(await sentUpstream('/dog_park/v1/dogs/1', { method: 'DELETE', body: 'y' })).toMatchObject({
      body: 'y',
    });
  });

  test('may have no body', async () => {
    const sent = await sentUpstream('/dog_park/v1/dogs', { method: 'POST' });
    expect(sent).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  });

  test('may have a body with GET', async () => {
    const sent = await sentUpstream('/dog_park/v1/dogs', { body: 'x' });
    expect(sent).toMatchObject({ body: 'x', headers: { 'content-length': '1' } });
  });

  test('loses the token and what is for the next hop only', async () => {
    const token = await gateway.tokenFor(walker);
    const sent = [
      `Authorization: Bearer ${token}`,
      'Connection: x-private',
      'X-Private: 1',
      'Keep-Alive: 5',
      'TE: trailers',
      'Upgrade: h2c',
      'Proxy-Authorization: x',
      'Expect: 100-continue',
      'X-Kept: 1',
      'Accept: text/plain',
    ];
    await sendRaw(gateway.port, rawGet('/dog_park/v1/dogs', ...sent));
    const { headers = {} } = upstream.seen.at(-1) ?? {};
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'connection',
      'host',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-kept',
      'x-request-id',
    ]);
    expect(headers).toMatchObject({ host: `127.0.0.1:${upstream.port}`, connection: 'keep-alive' });
  });

  test('carries what makes the gateway known, and not what a client says in its place', async () => {
    const basic = await sentUpstream('/basic/v1/dogs');
    expect(basic?.headers.authorization).toBe(`Basic ${Buffer.from('ada:pa:ss').toString('base64')}`);
    const header = await sentUpstream('/header/v1/dogs', { headers: { 'x-api-key': 'mine' } });
    expect(header?.headers['x-api-key']).toBe('k3y');
    const folded = await sentUpstream('/header/v1/dogs', {
      headers: { X_Api_Key: 'mine', 'x-api_key': 'mine' },
    });
    expect(Object.entries(folded?.headers ?? {}).filter(([name]) => name.includes('api'))).toEqual([
      ['x-api-key', 'k3y'],
    ]);
    expect(header?.headers.authorization).toBeUndefined();
  });

  test('does not believe where a client says that it comes from', async () => {
    const headers = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-prefix': '/evil',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
      X_Forwarded_For: '6.6.6.6',
      x_forwarded_proto: 'gopher',
      'x-real_ip': '6.6.6.6',
      via: '1.1 client',
    };
    const sent = await sentUpstream('/dog_park/v1/dogs', { headers });
    expect(sent?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'gateway.example.edu',
      'x-forwarded-proto': 'https',
      via: '1.1 client, 1.1 gatewright',
    });
    expect(sent?.headers).not.toHaveProperty('x-forwarded-prefix');
    expect(sent?.headers).not.toHaveProperty('forwarded');
    expect(sent?.headers).not.toHaveProperty('x-real-ip');
    expect(Object.keys(sent?.headers ?? {}).filter((name) => name.includes('_'))).toEqual([]);
  });
});

test('a trusted proxy is believed, and added to the chain', async () => {
  const table = buildTable({
    gateway: { trustedProxies: ['127.0.0.0/8', '::1'] },
    apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const trusting = await openGateway(table);
  const headers = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'api.example.edu',
    'x-forwarded-proto': 'http',
  };
  await trusting.call('/dog_park/v1/dogs', { as: walker, headers });
  expect(upstream.seen.at(-1)?.headers).toMatchObject({
    ...headers,
    'x-forwarded-for': '1.2.3.4, 127.0.0.1',
  });
  await trusting.close();
});

test('an answer says for how long its connection is kept, and is closed where the client asks for it', async () => {
  for (const options of [{}, { method: 'POST', body: 'x'.repeat(200_000) }]) {
    const { headers } = await gateway.call('/dog_park/v1/dogs', { as: walker, ...options });
    expect(headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=72' });
  }
  const token = await gateway.tokenFor(walker);
  const answer = await sendRaw(gateway.port, rawGet('/dog_park/v1/dogs', `Authorization: Bearer ${token}`));
  expect(answer.toLowerCase()).toContain('connection: close\r\n');
});

describe('where an upstream sends its client', () => {
  const locations = async (
    value: (origin: string) => string,
    path = '/dog_park/v1/dogs',
    gatewayPath = '',
  ) => {
    const redirecting = await openUpstream('redirecting', (_request, response) => {
      const location = value(`http://${_request.headers.host}`);
      response.writeHead(201, { location, 'content-location': location }).end();
    });
    const table = buildTable({
      gateway: { gatewayUrl: `https://gateway.example.edu${gatewayPath}`, versioning: 'hybrid' },
      apis: [
        defineApi({
          endpoints: { production: { targets: [`${redirecting.url}/base`] } },
          operations: ['GET /dogs', 'GET /'],
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    });
    const own = await openGateway(table);
    const { headers } = await own.call(gatewayPath + path, { as: walker });
    await own.close();
    await redirecting.close();
    expect(headers['content-location']).toBe(headers['location']);
    return String(headers['location']).replace(redirecting.url, 'UPSTREAM');
  };
  const api = 'https://gateway.example.edu/dog_park/v1';

  test('is below the address of the API, where it is below its own', async () => {
    expect(await locations((origin) => `${origin}/base/dogs/7?x=%20#y`)).toBe(`${api}/dogs/7?x=%20#y`);
    expect(await locations((origin) => `${origin}/base`)).toBe(api);
    expect(await locations((origin) => `${origin}/base/`, '/dog_park/v1')).toBe(`${api}/`);
  });

  test('goes by the path of the gateway, and by the version that was named', async () => {
    const value = (origin: string) => `${origin}/base/dogs/7`;
    expect(await locations(value, '/dog_park/v1/dogs', '/apis')).toBe(
      'https://gateway.example.edu/apis/dog_park/v1/dogs/7',
    );
    expect(await locations(value, '/dog_park/dogs')).toBe('https://gateway.example.edu/dog_park/dogs/7');
  });

  test.each([
    ['another path', (origin: string) => `${origin}/basement`],
    ['a path above', (origin: string) => `${origin}/base/../admin`],
    ['another host', () => 'https://other.example.edu/base/dogs'],
    ['a relative address', () => '/base/dogs/7'],
    ['no address', () => 'http://'],
  ])('passes as it is for %s', async (_what, value) => {
    expect(await locations(value)).toBe(value('UPSTREAM'));
  });
});
