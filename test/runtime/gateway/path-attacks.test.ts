import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('production');
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['GET /dogs/{id}', 'GET /dogs/{id}/{part}', 'GET /{a}/{b}/{c}/{d}'],
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
  );
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

test.each([
  '/../admin',
  '/dogs/..',
  '/dogs/.',
  '/dogs/../admin',
  '/dogs/./1',
  '/dogs/%2e%2e/admin',
  '/dogs/.%2E/admin',
  '/dogs/%2e',
  '/dogs/..;/admin',
  '/dogs/..;a=b/admin',
  '/dogs/..%3b/admin',
  '/dogs/1;x=1',
  '/dogs/1%3bx=1',
  '/dogs/1%3Bx=1',
  '/dogs;x=1/1',
  '/dogs/1%2fadmin',
  '/dogs/1%2Fadmin',
  '/dogs/..%2fadmin',
  '/dogs/1%5cadmin',
  '/dogs/..\\admin',
  '/dogs\\1',
  '//dogs/1',
  '/dogs//1',
  '/dogs/1//',
  '/dogs/1%00',
  '/dogs/1%0d%0aX:1',
  '/dogs/1%1F',
  '/dogs/1%7f',
  '/dogs/%zz',
  '/dogs/%',
  '/dogs/%2',
  '/dogs/%c0%ae%c0%ae/admin',
  '/dogs/%ff',
  '/dogs/caf\xe9',
  '/dogs/1#admin',
])('%s is refused', async (path) => {
  const answer = await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`, authorization));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/"code":"(path|request)_malformed"/);
  expect(upstream.seen).toEqual([]);
});

test.each([
  '//dog_park/v1/dogs/1',
  '/dog_park//v1/dogs/1',
  '/./dog_park/v1/dogs/1',
  '/cats/../dog_park/v1/dogs/1',
])('%s names no API', async (target) => {
  const answer = await sendRaw(gateway.port, rawGet(target, authorization));
  expect(answer).toContain('"code":"path_malformed"');
  expect(upstream.seen).toEqual([]);
});

test.each(['/dogs/%252e%252e', '/dogs/...', '/dogs/a..b', '/dogs/.hidden', '/dogs/a%20b', '/dogs/%25'])(
  '%s reaches the upstream as it is',
  async (path) => {
    const answer = await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`, authorization));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.seen.at(-1)).toMatchObject({ url: path });
  },
);
