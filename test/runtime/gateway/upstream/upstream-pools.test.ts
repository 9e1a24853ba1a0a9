import { afterEach, expect, test } from 'vitest';
import { UpstreamPools } from '#runtime/gateway/upstream/upstream-pools.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { limitConnections } from './connection-limits.ts';

let now = 1000;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function openPools() {
  const pools = new UpstreamPools({ clock: () => now, limits: limitConnections(), report: () => undefined });
  closing.push(() => pools.destroy());
  return pools;
}

const circuitBreaker = { failures: 1, ratio: 0, windowMs: 1000, openMs: 5000 };

const poolOf = (origin: string) => ({ origin, connectMs: 1000, maxConnections: 4, isHttp2: false });

test('the state of a target says that its circuit is open only while it blocks calls', () => {
  const [url, pools] = ['http://127.0.0.1:9', openPools()];
  const { circuit } = pools.openLease().targetFor({ pool: poolOf(url), basePath: '', circuitBreaker });
  expect(pools.statesOf([url])).toEqual(new Map());
  circuit?.failed();
  expect(pools.statesOf([url])).toEqual(new Map([[url, { isOpen: true }]]));
  now += 4999;
  expect(pools.statesOf([url])).toEqual(new Map([[url, { isOpen: true }]]));
  now += 1;
  expect(pools.statesOf([url])).toEqual(new Map([[url, { isOpen: false }]]));
  expect(circuit?.allowsCall()).toBe(true);
  expect(pools.statesOf([url])).toEqual(new Map([[url, { isOpen: true }]]));
  circuit?.succeeded();
  expect(pools.statesOf([url])).toEqual(new Map([[url, { isOpen: false }]]));
});

test('the state of a target does not say that it is healthy before its first probe', async () => {
  const upstream = await openUpstream('watched', (_request, response) => response.end());
  closing.push(upstream.close);
  const pools = openPools();
  const healthCheck = {
    path: '/up',
    intervalMs: 20,
    timeoutMs: 20_000,
    healthyAfter: 1,
    unhealthyAfter: 1,
    headers: {},
  };
  pools.openLease().targetFor({ pool: poolOf(upstream.url), basePath: '', healthCheck });
  expect(pools.statesOf([upstream.url])).toEqual(new Map([[upstream.url, { isUnprobed: true }]]));
  await eventually(() =>
    expect(pools.statesOf([upstream.url])).toEqual(new Map([[upstream.url, { isHealthy: true }]])),
  );
});
