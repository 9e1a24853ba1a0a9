import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { openRedisCounters } from '#runtime/state/redis/redis-counters.ts';
import { openGateway, type OptionsInTest } from '../gateway-in-test.ts';
import { hasRedisServer, startRedis } from '../state/redis-in-test.ts';
import { untilRedisCounts } from '../state/redis/until-redis-counts.ts';
import { buildTable, defineApi, defineApplication, subscribe, type TableInTest } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';
import { full } from '../../full-run.ts';

let upstream: UpstreamInTest;

beforeAll(async () => {
  upstream = await openUpstream('production');
});
afterAll(async () => {
  await upstream.close();
});

function limit(requests: number, unit: RateLimit['unit'], changes: Partial<RateLimit> = {}): RateLimit {
  return { requests, unit, burst: requests, whenUnavailable: 'refuse', ...changes };
}

interface LimitedTable {
  readonly tier?: RateLimit;
  readonly application?: RateLimit;
  readonly api?: RateLimit;
  readonly operation?: RateLimit;
}

/** Two applications that are subscribed to two APIs; the first API, its `POST /dogs` and the first application may have limits. */
function buildLimited(
  { tier, application, api, operation }: LimitedTable,
  changes: Partial<TableInTest> = {},
) {
  const targets = { targets: [upstream.url] };
  const endpoints = { production: targets, sandbox: targets };
  const walker = defineApplication('DogWalker');
  return buildTable({
    apis: [
      defineApi({
        endpoints,
        operations: [
          'GET /dogs',
          { method: 'POST', path: '/dogs', ...(operation ? { limit: operation } : {}) },
          'PUT /dogs dogs:write',
        ],
        ...(api ? { limit: api } : {}),
      }),
      defineApi({ name: 'CatPark', context: 'cat_park', endpoints }),
    ],
    applications: [
      { ...walker, ...(application ? { limit: application } : {}) },
      defineApplication('Reader'),
    ],
    subscriptions: ['DogWalker', 'Reader'].flatMap((name) => [
      subscribe(name, 'DogPark/v1'),
      subscribe(name, 'CatPark/v1'),
    ]),
    tiers: [{ name: 'gold', ...(tier ? { limit: tier } : {}) }],
    ...changes,
  });
}

async function open(table: LimitedTable, options: OptionsInTest = {}, changes: Partial<TableInTest> = {}) {
  const time = { milliseconds: Date.now() };
  const gateway = await openGateway(buildLimited(table, changes), {
    clock: () => time.milliseconds,
    ...options,
  });
  onTestFinished(() => gateway.close());
  /** Calls as `GET /dog_park/v1/dogs` with a consumer key; returns the status, and the limit headers. */
  const ask = async (call: string, as = 'DogWalker-production') => {
    const [method = '', path = ''] = call.split(' ');
    const { status, code, headers } = await gateway.call(path, { method, as });
    return {
      status,
      ...(code === undefined ? {} : { code }),
      policy: headers['ratelimit-policy'],
      limit: headers['ratelimit'],
      ...(headers['retry-after'] === undefined ? {} : { retryAfter: headers['retry-after'] }),
    };
  };
  return { gateway, time, ask };
}

const dogs = 'GET /dog_park/v1/dogs';
const cats = 'GET /cat_park/v1/dogs';

describe('a tier', () => {
  test('limits each subscription by itself, and every answer says so', async () => {
    const { ask, time } = await open({ tier: limit(2, 'minute') });
    const policy = '"subscription";q=2;w=60';
    expect(await ask(dogs)).toEqual({ status: 200, policy, limit: '"subscription";r=1;t=30' });
    expect(await ask('POST /dog_park/v1/dogs', 'DogWalker-sandbox')).toEqual({
      status: 200,
      policy,
      limit: '"subscription";r=0;t=30',
    });
    const before = upstream.seen.length;
    time.milliseconds += 1;
    expect(await ask(dogs)).toEqual({
      status: 429,
      code: 'rate_limited',
      policy,
      limit: '"subscription";r=0;t=30',
      retryAfter: '30',
    });
    expect(upstream.seen).toHaveLength(before);
    expect(await ask(cats)).toMatchObject({ status: 200 });
    expect(await ask(dogs, 'Reader-production')).toMatchObject({ status: 200 });
    time.milliseconds += 29_999;
    expect(await ask(dogs)).toMatchObject({ status: 200 });
  });

  test('reports a burst only where it differs from the number of requests', async () => {
    const { ask } = await open({ tier: limit(600, 'hour', { burst: 5 }) });
    expect(await ask(dogs)).toEqual({
      status: 200,
      policy: '"subscription";q=600;w=3600;gatewright-burst=5',
      limit: '"subscription";r=4;t=6',
    });
  });
});

test('an application is limited in all its calls, with either key set', async () => {
  const { ask } = await open({ application: limit(2, 'day') });
  expect(await ask(dogs)).toMatchObject({ status: 200, policy: '"application";q=2;w=86400' });
  expect(await ask(cats, 'DogWalker-sandbox')).toMatchObject({ status: 200 });
  expect(await ask(dogs)).toMatchObject({ status: 429, limit: '"application";r=0;t=43200' });
  expect(await ask(dogs, 'Reader-production')).toEqual({ status: 200, policy: undefined, limit: undefined });
});

test('an API is limited for all applications together', async () => {
  const { ask } = await open({ api: limit(2, 'hour') });
  expect(await ask(dogs)).toMatchObject({ status: 200, policy: '"api";q=2;w=3600' });
  expect(await ask(dogs, 'Reader-production')).toMatchObject({ status: 200 });
  expect(await ask(dogs)).toMatchObject({ status: 429, retryAfter: '1800' });
  expect(await ask(cats)).toEqual({ status: 200, policy: undefined, limit: undefined });
});

test('an operation is limited for all applications together', async () => {
  const { ask } = await open({ operation: limit(1, 'minute') });
  const post = 'POST /dog_park/v1/dogs';
  expect(await ask(post)).toMatchObject({ status: 200, policy: '"operation";q=1;w=60' });
  expect(await ask(post, 'Reader-production')).toMatchObject({ status: 429, limit: '"operation";r=0;t=60' });
  expect(await ask(dogs)).toEqual({ status: 200, policy: undefined, limit: undefined });
});

test('each operation with a limit is limited by itself, in whatever order they are called', async () => {
  const endpoints = { production: { targets: [upstream.url] } };
  const operations = ['GET', 'POST', 'PUT'].map((method, index) => ({
    method,
    path: '/dogs',
    ...(index < 2 ? { limit: limit(index + 2, 'day') } : {}),
  }));
  const { ask } = await open({}, {}, { apis: [defineApi({ endpoints, operations })] });
  const told: string[] = [];
  for (const method of ['GET', 'POST', 'PUT', 'GET', 'POST', 'GET', 'POST', 'POST', 'PUT']) {
    const { status, limit: left } = await ask(`${method} /dog_park/v1/dogs`);
    told.push(`${method} ${status} ${left?.toString().match(/r=\d+/)?.[0]}`);
  }
  expect(told).toEqual([
    'GET 200 r=1',
    'POST 200 r=2',
    'PUT 200 undefined',
    'GET 200 r=0',
    'POST 200 r=1',
    'GET 429 r=0',
    'POST 200 r=0',
    'POST 429 r=0',
    'PUT 200 undefined',
  ]);
});

describe('of all limits of a call', () => {
  const all = {
    tier: limit(5, 'minute'),
    application: limit(100, 'day'),
    api: limit(9, 'second'),
    operation: limit(2, 'hour'),
  };

  test('the answer lists each, and says more of the one with the least left', async () => {
    const { ask } = await open(all);
    expect(await ask('POST /dog_park/v1/dogs')).toEqual({
      status: 200,
      policy: '"subscription";q=5;w=60, "application";q=100;w=86400, "api";q=9;w=1, "operation";q=2;w=3600',
      limit: '"operation";r=1;t=1800',
    });
    expect(await ask(dogs)).toMatchObject({ status: 200, limit: '"subscription";r=3;t=24' });
  });

  test('none is taken from where one of them refuses', async () => {
    const { ask } = await open(all);
    for (let turn = 0; turn < 10; turn++) await ask('POST /dog_park/v1/dogs');
    expect(await ask(dogs)).toMatchObject({ status: 200, limit: '"subscription";r=2;t=36' });
  });
});

test('a call that is refused before its limits does not count', async () => {
  const { ask, gateway } = await open({ tier: limit(2, 'minute') });
  expect(await ask('PUT /dog_park/v1/dogs')).toMatchObject({ status: 403, policy: undefined });
  expect(await ask('GET /dog_park/v1/nothing')).toMatchObject({ status: 404, policy: undefined });
  expect(await ask('DELETE /dog_park/v1/dogs')).toMatchObject({ status: 405, policy: undefined });
  expect(await gateway.call('/dog_park/v1/dogs')).toMatchObject({ status: 403 });
  expect(await ask('OPTIONS /dog_park/v1/dogs')).toMatchObject({ status: 200, policy: undefined });
  expect(await ask(dogs)).toMatchObject({ status: 200, limit: '"subscription";r=1;t=30' });
});

test('what an upstream says of its own limits gives way', async () => {
  const own = await openUpstream('production', (_request, response) => {
    response.setHeader('RateLimit', 'upstream;r=0;t=9').setHeader('RateLimit-Policy', 'upstream;q=1').end();
  });
  onTestFinished(() => own.close());
  const endpoints = { production: { targets: [own.url] } };
  const { ask } = await open({ tier: limit(2, 'minute') }, {}, { apis: [defineApi({ endpoints })] });
  expect(await ask(dogs)).toEqual({
    status: 200,
    policy: '"subscription";q=2;w=60',
    limit: '"subscription";r=1;t=30',
  });
});

describe('a reload', () => {
  test('leaves what was used as it is', async () => {
    const { ask, gateway } = await open({ tier: limit(10, 'minute') });
    for (let turn = 0; turn < 10; turn++) await ask(dogs);
    await gateway.swap(buildLimited({ tier: limit(10, 'minute'), api: limit(1000, 'second') }));
    expect(await ask(dogs)).toMatchObject({ status: 429, limit: '"subscription";r=0;t=6' });
  });

  test('that changes a limit has it hold at once', async () => {
    const { ask, gateway } = await open({ tier: limit(10, 'minute') });
    for (let turn = 0; turn < 5; turn++) await ask(dogs);
    await gateway.swap(buildLimited({ tier: limit(20, 'minute') }));
    expect(await ask(dogs)).toMatchObject({
      policy: '"subscription";q=20;w=60',
      limit: '"subscription";r=9;t=33',
    });
    await gateway.swap(buildLimited({}));
    expect(await ask(dogs)).toEqual({ status: 200, policy: undefined, limit: undefined });
  });

  test('goes by its own table, also for subscriptions that are taken over', async () => {
    const table = buildLimited({ tier: limit(10, 'minute'), operation: limit(100, 'hour') });
    const { ask, gateway } = await open({});
    const calls = [dogs, 'POST /dog_park/v1/dogs'];
    const askAll = async () => {
      const told: unknown[] = [];
      for (const call of calls) told.push((await ask(call)).limit);
      return told;
    };
    await gateway.swap(table);
    expect(await askAll()).toEqual(['"subscription";r=9;t=6', '"subscription";r=8;t=12']);
    await gateway.swap({ ...table, manifest: { ...table.manifest, deployment: 'elsewhere' } });
    expect(await askAll()).toEqual(['"subscription";r=9;t=6', '"subscription";r=8;t=12']);
    await gateway.swap(table);
    expect(await askAll()).toEqual(['"subscription";r=7;t=18', '"subscription";r=6;t=24']);
  });
});

test('a call that cannot be counted is refused with 503, and takes nothing', async () => {
  const memory = createCounterMemory(1);
  const counters = openLocalCounters({ memory, clock: Date.now, onFull: () => undefined });
  const { ask } = await open({ tier: limit(2, 'day') }, { counters, clock: Date.now });
  expect(await ask(dogs)).toMatchObject({ status: 200 });
  expect(await ask(dogs, 'Reader-production')).toEqual({
    status: 503,
    code: 'limits_unavailable',
    policy: '"subscription";q=2;w=86400',
    limit: undefined,
    retryAfter: '1',
  });
});

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

describe.skipIf(whyNot)(`gateways that count in redis${whyNot}`, full, () => {
  test('count together, and go on without it as each limit says', async () => {
    await using redis = await startRedis();
    await untilRedisCounts(redis.url);
    const openOne = async (table: LimitedTable) => {
      const counters = await openRedisCounters({ url: redis.url, warn: () => undefined });
      onTestFinished(() => counters.close());
      return open(table, { counters, clock: Date.now });
    };
    const first = await openOne({ tier: limit(2, 'day') });
    const second = await openOne({ tier: limit(2, 'day') });
    const lax = await openOne({ application: limit(2, 'day', { whenUnavailable: 'allow' }) });
    expect(await first.ask(dogs)).toMatchObject({ status: 200, limit: '"subscription";r=1;t=43200' });
    expect(await second.ask(dogs)).toMatchObject({ status: 200, limit: expect.stringContaining('r=0') });
    expect(await first.ask(dogs)).toMatchObject({ status: 429, retryAfter: '43200' });
    expect(await lax.ask(dogs)).toMatchObject({ status: 200, limit: '"application";r=1;t=43200' });
    await redis.stop();
    expect(await second.ask(dogs)).toMatchObject({
      status: 503,
      code: 'limits_unavailable',
      retryAfter: '1',
    });
    expect(await lax.ask(dogs)).toEqual({
      status: 200,
      policy: '"application";q=2;w=86400',
      limit: undefined,
    });
  });
});
