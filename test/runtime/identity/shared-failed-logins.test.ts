// @module-tag full
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FailedLogins, type LoginAttempt, type LoginResult } from '#runtime/identity/failed-logins.ts';
import { type CountedLogin, type LoginSource, userAtAddressOf } from '#runtime/identity/login-keys.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';
import { SharedFailedLogins } from '#runtime/identity/shared-failed-logins.ts';
import { openRedisFailures } from '#runtime/state/redis/redis-failures.ts';
import { draws } from '../../full-run.ts';
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
  return { redis, one, other, clock, wait: (milliseconds: number) => (now += milliseconds) };
}

/** The failed logins of one gateway. */
async function openGateway({ url }: RedisServer, clock: () => number) {
  const warnings: string[] = [];
  const failures = await openRedisFailures(url, clock);
  onTestFinished(() => failures.close());
  const local = new FailedLogins(clock);
  const logins = new SharedFailedLogins(failures, {
    local,
    clock,
    warn: (message) => warnings.push(message),
  });
  return { logins, warnings, failures };
}

async function connect({ url }: RedisServer) {
  const client = await createClient({ url }).connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

type GatewayInTest = Awaited<ReturnType<typeof openGateway>>;

const ada: LoginSource = { username: 'ada', address: '192.0.2.1' };

/** Begins a login at a gateway; undefined if it may not begin now. */
async function begin({ logins }: GatewayInTest, login = ada): Promise<CountedLogin | undefined> {
  const attempt = await logins.begin(login);
  return isBegun(attempt) ? attempt : undefined;
}

function isBegun(attempt: LoginAttempt): attempt is CountedLogin {
  return typeof attempt === 'object' && !('busy' in attempt);
}

/** Lets logins fail at the gateways in turn until one is not let in; how many were. */
async function fail(gateways: readonly GatewayInTest[], login = ada, most = 200): Promise<number> {
  for (let failed = 0; failed < most; failed += 1) {
    const gateway = gateways[failed % gateways.length]!;
    const begun = await begin(gateway, login);
    if (!begun) return failed;
    await gateway.logins.end(begun, 'failed');
  }
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

  test('in progress may be as many as may still fail', async () => {
    const { one, other } = await open();
    const tries = Array.from({ length: 40 }, (_, index) => begin(index % 2 ? one : other));
    const begun = (await Promise.all(tries)).filter((login) => login !== undefined);
    expect(begun.length).toBe(5);
    expect(await one.logins.begin(ada)).toMatchObject({ busy: `userAtAddress:${userAtAddressOf(ada)}` });
    for (const login of begun) await one.logins.end(login, 'failed');
    expect(await other.logins.begin(ada)).toBe('limited');
  });

  test('in progress wait for their turn: of many at once all succeed, and no more than five fail', async () => {
    const { one, other } = await open();
    const queues = [new LoginQueue(one.logins), new LoginQueue(other.logins)];
    const tryAll = (result: LoginResult, login: LoginSource) =>
      Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const queue = queues[index % 2]!;
          const begun = await queue.begin(login);
          if (typeof begun !== 'object') return begun;
          await setTimeout(index % 5);
          queue.end(begun, result);
          return result;
        }),
      );
    expect(new Set(await tryAll('succeeded', ada))).toEqual(new Set(['succeeded']));
    const guesses = await tryAll('failed', { ...ada, username: 'bob' });
    expect(Map.groupBy(guesses, (guess) => guess).get('failed')?.length).toBe(5);
    expect(new Set(guesses)).toEqual(new Set(['failed', 'limited']));
  });

  test('are counted as one gateway counts them, whatever happens in which order', async () => {
    const { one, clock, wait } = await open();
    let run = 0;
    const steps = fc.record({ step: fc.nat(9), place: fc.nat(2), ms: fc.nat(40 * minute) });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 60 }), async (drawn) => {
        const local = new FailedLogins(clock);
        run += 1;
        const inProgress: (readonly [CountedLogin, CountedLogin])[] = [];
        for (const { step, place, ms } of drawn) {
          const login = { username: `user${run}`, address: `10.${run >> 8}.${run & 255}.${place}` };
          if (step === 9) wait(ms);
          else if (step > 3) {
            const [here, shared] = [local.begin(login), await one.logins.begin(login)];
            if (isBegun(here) && isBegun(shared)) inProgress.push([here, shared]);
            expect(isBegun(shared) ? { ...shared, isShared: undefined } : shared).toEqual(here);
          } else {
            const ended = inProgress.splice(place % Math.max(1, inProgress.length), 1)[0];
            const result = (['failed', 'failed', 'succeeded', 'unanswered'] as const)[step];
            if (!ended || !result) continue;
            local.end(ended[0], result);
            await one.logins.end(ended[1], result);
          }
          expect(await one.logins.secondsToWait(login)).toBe(local.secondsToWait(login));
        }
      }),
      { numRuns: draws(200) },
    );
  });

  test('whose end is lost because Redis is away have ended as soon as it is back', async () => {
    const { one, other, redis } = await open();
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(one)));
    await redis.stop();
    for (const login of begun) await one.logins.end(login!, 'unanswered');
    await redis.start();
    // Each gateway connects again by itself, and counts for itself until then.
    for (const gateway of [other, one])
      await eventually(async () => {
        const again = await Promise.all(Array.from({ length: 5 }, () => begin(gateway)));
        for (const login of again) if (login) await gateway.logins.end(login, 'unanswered');
        expect(again.every((login) => login?.isShared)).toBe(true);
      });
    expect(await fail([one, other])).toBe(5);
  });

  test('whose end is lost with their gateway count as failed two minutes after each began', async () => {
    const { one, other, wait } = await open();
    const at = (index: number) => ({ ...ada, username: `user${index}` });
    for (let lost = 0; lost < 30; lost += 1) await begin(one, at(lost));
    for (let minutes = 0; minutes < 60; minutes += 1) {
      wait(minute);
      const login = await begin(other, at(100 + minutes));
      if (login) await other.logins.end(login, 'succeeded');
    }
    const begun = await Promise.all(Array.from({ length: 60 }, (_, index) => begin(other, at(1000 + index))));
    expect(begun.filter((login) => login !== undefined).length).toBe(50);
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
    const login = await begin(other);
    await other.logins.end(login!, 'succeeded');
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
    const login = await begin(one);
    await one.logins.end(login!, 'unanswered');
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
