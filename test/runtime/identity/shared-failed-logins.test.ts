// @module-tag full
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FailedLogins } from '../../../src/runtime/identity/failed-logins.ts';
import { type LoginSource, userAtAddressOf } from '../../../src/runtime/identity/login-keys.ts';
import { SharedFailedLogins } from '../../../src/runtime/identity/shared-failed-logins.ts';
import { openRedisFailures } from '../../../src/runtime/state/redis/redis-failures.ts';
import { eventually } from '../../eventually.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../state/redis-in-test.ts';

const minute = 60_000;
const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

async function open() {
  const redis = await startRedis();
  onTestFinished(() => redis[Symbol.asyncDispose]());
  let now = Date.now();
  const clock = () => now;
  const [one, other] = [await openGateway(redis, clock), await openGateway(redis, clock)];
  return { redis, one, other, wait: (milliseconds: number) => (now += milliseconds) };
}

/** The failed logins of one gateway. */
async function openGateway({ url }: RedisServer, clock: () => number) {
  const warnings: string[] = [];
  const failures = await openRedisFailures(url, clock);
  onTestFinished(() => failures.close());
  const local = new FailedLogins(clock);
  const logins = new SharedFailedLogins(failures, { local, warn: (message) => warnings.push(message) });
  return { logins, warnings, failures };
}

async function connect({ url }: RedisServer) {
  const client = await createClient({ url }).connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

type GatewayInTest = Awaited<ReturnType<typeof openGateway>>;

const ada: LoginSource = { username: 'ada', address: '192.0.2.1' };

/** Lets logins fail at the gateways in turn until one is not let in; how many were. */
async function fail(gateways: readonly GatewayInTest[], login = ada, most = 200): Promise<number> {
  for (let failed = 0; failed < most; failed += 1)
    if (!(await gateways[failed % gateways.length]?.logins.begin(login))) return failed;
  return most;
}

describe.skipIf(whyNot)(`failed logins at two gateways on one Redis${whyNot}`, () => {
  test('are as many together as at one gateway, and the pauses grow', async () => {
    const { one, other, wait } = await open();
    expect(await fail([one, other])).toBe(5);
    expect([await one.logins.secondsToWait(ada), await other.logins.secondsToWait(ada)]).toEqual([60, 60]);
    for (const pause of [1, 2, 4, 8, 15, 15]) {
      wait(pause * minute - 1);
      expect(await fail([other, one])).toBe(0);
      wait(1);
      expect(await fail([other, one])).toBe(1);
    }
  });

  test('are not more where all are tried at once', async () => {
    const { one, other } = await open();
    const tries = Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other).logins.begin(ada));
    expect((await Promise.all(tries)).filter(Boolean).length).toBe(5);
  });

  test('count by address too, and by user wherever they come from', async () => {
    const { one, other } = await open();
    const names = Array.from({ length: 12 }, (_, index) => `user${index}`);
    const counts: number[] = [];
    for (const username of names) counts.push(await fail([one, other], { ...ada, username }));
    expect(counts).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0]);
    const places = Array.from({ length: 6 }, (_, index) => `198.51.${index}.1`);
    const ofBob: number[] = [];
    for (const address of places) ofBob.push(await fail([one, other], { username: 'bob', address }));
    expect(ofBob).toEqual([5, 5, 5, 5, 0, 0]);
  });

  test('are forgotten by a success at either, where the user then is familiar to both', async () => {
    const { one, other, wait } = await open();
    expect(await fail([one, other], ada, 4)).toBe(4);
    const login = await other.logins.begin(ada);
    other.logins.takeBack(login!, 'succeeded');
    await eventually(async () => expect(await one.failures.remembers(userAtAddressOf(ada))).toBe(true));
    expect(await fail([one, other])).toBe(5);
    wait(minute);
    // Guesses from elsewhere do not keep the user out there.
    for (const index of Array(6).keys()) await fail([one], { ...ada, address: `198.51.${index}.1` });
    expect(await other.logins.begin(ada)).toBeDefined();
  });

  test('are taken back one by one where nobody could answer', async () => {
    const { one, other } = await open();
    expect(await fail([one, other], ada, 3)).toBe(3);
    const login = await one.logins.begin(ada);
    one.logins.takeBack(login!, 'unanswered');
    // Answered after the earlier requests.
    await one.logins.secondsToWait(ada);
    expect(await fail([other, one])).toBe(2);
  });

  test('are forgotten after a quarter of an hour, also by Redis itself', async () => {
    const { one, other, wait, redis } = await open();
    expect(await fail([one, other], ada, 4)).toBe(4);
    wait(15 * minute);
    expect(await fail([one, other])).toBe(5);
    await using client = await connect(redis);
    const keys = await client.keys('*');
    expect(keys.length).toBe(3);
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0);
  });

  test('are counted by each gateway alone while Redis is away, and together again afterwards', async () => {
    const { one, other, redis } = await open();
    await redis.stop();
    expect([await fail([one]), await fail([other])]).toEqual([5, 5]);
    expect(await one.logins.secondsToWait(ada)).toBe(60);
    expect(one.warnings).toEqual([
      expect.stringMatching(/^Failed logins are counted only by this gateway: The state store in Redis/),
    ]);
    await redis.start();
    const bob = { ...ada, username: 'bob' };
    await eventually(async () => {
      expect(await one.logins.begin(bob)).toMatchObject({ isShared: true });
      expect(await other.logins.begin(bob)).toMatchObject({ isShared: true });
    });
  });

  test('leave no name in Redis that was typed', async () => {
    const { one, redis } = await open();
    await fail([one], { username: 'my secret password', address: '192.0.2.1', application: 'Web' });
    await using client = await connect(redis);
    const keys = await client.keys('*');
    expect(keys.length).toBe(3);
    expect(keys.join(' ')).not.toMatch(/secret|192\.0|Web/);
  });
});
