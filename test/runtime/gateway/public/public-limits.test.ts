import { expect, test } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import { openPark } from './park-in-test.ts';

function limit(requests: number): RateLimit {
  return { requests, unit: 'minute', burst: requests, whenUnavailable: 'refuse' };
}

const passed = 200;
const limited = 429;
const dogs = '/dog_park/v1/dogs';

/** A gateway behind a proxy that is trusted, whose time stands still. */
async function openBehindProxy(api: Parameters<typeof openPark>[0]) {
  const { gateway } = await openPark(
    api,
    { gateway: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } },
    { clock: () => Date.UTC(2026, 0, 1) },
  );
  const from = async (address: string, path = dogs) => {
    const { status } = await gateway.call(path, { headers: { 'x-forwarded-for': address } });
    return status;
  };
  return { gateway, from };
}

test('each client address has its own limit, which responses report', async () => {
  const { gateway, from } = await openBehindProxy({ addressLimit: limit(2) });
  expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([
    passed,
    passed,
    limited,
  ]);
  expect(await from('192.0.2.2')).toBe(passed);
  const { status, code, headers } = await gateway.call(dogs, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect([status, code, headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']]).toEqual([
    limited,
    'rate_limited',
    '"address";q=2;w=60',
    '"address";r=0;t=30',
    '30',
  ]);
});

test('all public operations of an API share the limit of an address, in all spellings of a path', async () => {
  const operations = ['public GET /dogs', 'public GET /dogs/{id}'];
  const { from } = await openBehindProxy({ operations, addressLimit: limit(2) });
  expect(await from('192.0.2.1', '/dog_park/v1/dogs/1')).toBe(passed);
  expect(await from('192.0.2.1', '/dog_park/v1/d%6fgs?x=1')).toBe(passed);
  expect(await from('192.0.2.1')).toBe(limited);
});

test.each([
  ['2001:db8::1', '2001:db8::2', limited],
  ['2001:db8::1', '2001:DB8:0:0:ffff:ffff:ffff:ffff', limited],
  ['2001:db8::1', '2001:db8:0:1::1', passed],
  ['192.0.2.1', '::ffff:192.0.2.1', limited],
])('after %s, %s gets %d', async (first, second, status) => {
  const { from } = await openBehindProxy({ addressLimit: limit(1) });
  expect(await from(first)).toBe(passed);
  expect(await from(second)).toBe(status);
});

test('what a client writes before the address that the proxy has seen changes nothing', async () => {
  const { from } = await openBehindProxy({ addressLimit: limit(1) });
  expect(await from('198.51.100.1, 192.0.2.1')).toBe(passed);
  expect(await from('198.51.100.2, 192.0.2.1')).toBe(limited);
  expect(await from('198.51.100.3, 192.0.2.1, 10.1.2.3')).toBe(limited);
});

test('a client that is not a trusted proxy cannot name its address', async () => {
  const { gateway } = await openPark({ addressLimit: limit(1) });
  const statusFor = async (name: string, value: string) =>
    (await gateway.call(dogs, { headers: { [name]: value } })).status;
  expect(await statusFor('x-forwarded-for', '192.0.2.1')).toBe(passed);
  expect(await statusFor('x-forwarded-for', '192.0.2.2')).toBe(limited);
  expect(await statusFor('forwarded', 'for=192.0.2.3')).toBe(limited);
  expect(await statusFor('x-real-ip', '192.0.2.4')).toBe(limited);
  expect(await statusFor('x-client-ip', '192.0.2.5')).toBe(limited);
});

test('a token does not give a caller another limit', async () => {
  const { gateway } = await openPark({ addressLimit: limit(1) });
  const statusAs = async (as?: string) => (await gateway.call(dogs, as === undefined ? {} : { as })).status;
  expect(await statusAs()).toBe(passed);
  expect([await statusAs('DogWalker-production'), await statusAs('Reader-sandbox')]).toEqual([
    limited,
    limited,
  ]);
});

test('the limits of the API and the operation count public calls too, and not the limit of an address other calls', async () => {
  const operations = [
    { method: 'GET', path: '/dogs', access: 'public', limit: limit(2) } as const,
    'public GET /cats',
    'GET /birds',
  ];
  const { gateway } = await openPark(
    { operations, addressLimit: limit(3), limit: limit(5) },
    {},
    { clock: () => Date.UTC(2026, 0, 1) },
  );
  const outcomeOf = async (path: string, as?: string) => {
    const { status, headers } = await gateway.call(`/dog_park/v1${path}`, as === undefined ? {} : { as });
    return [status, headers['ratelimit']];
  };
  const as = 'DogWalker-production';
  expect(await outcomeOf('/birds', as)).toEqual([passed, '"api";r=4;t=12']);
  expect(await outcomeOf('/dogs')).toEqual([passed, '"operation";r=1;t=30']);
  expect(await outcomeOf('/dogs')).toEqual([passed, '"operation";r=0;t=30']);
  expect(await outcomeOf('/dogs')).toEqual([limited, '"operation";r=0;t=30']);
  expect(await outcomeOf('/cats')).toEqual([passed, '"address";r=0;t=20']);
  expect(await outcomeOf('/cats')).toEqual([limited, '"address";r=0;t=20']);
  expect(await outcomeOf('/birds', as)).toEqual([passed, '"api";r=0;t=12']);
});

test('calls that are refused earlier do not count', async () => {
  const { gateway } = await openPark({ addressLimit: limit(1) });
  const statusOf = async (path: string, method = 'GET') => (await gateway.call(path, { method })).status;
  expect(await statusOf(dogs, 'POST')).toBe(403);
  expect(await statusOf(`${dogs}?access_token=a`)).toBe(400);
  expect(await statusOf(dogs)).toBe(passed);
  expect(await statusOf(dogs, 'POST')).toBe(403);
});
