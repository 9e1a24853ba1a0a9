// @module-tag full
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { CountedLimit, Taken } from '#runtime/ports/rate-counters.ts';
import { openRedisCounters, type RedisCounters } from '#runtime/state/redis/redis-counters.ts';
import { countBy } from '../counted-limits.ts';
import { describeCounters } from '../counters-contract.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../redis-in-test.ts';
import { expectInTurn } from './expect-in-turn.ts';
import { untilRedisCounts } from './until-redis-counts.ts';

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

const notCounted: Taken = { outcome: 'passed', index: -1, remaining: 0, seconds: 0 };
const notAvailable: Taken = { outcome: 'unavailable', index: -1, remaining: 0, seconds: 1 };

async function openAt(url: string) {
  const warnings: string[] = [];
  const counters = await openRedisCounters({ url, warn: (message) => warnings.push(message) });
  onTestFinished(() => counters.close());
  return { counters, warnings };
}

async function start(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server[Symbol.asyncDispose]());
  await untilRedisCounts(server.url);
  return server;
}

async function takeFrom(counters: RedisCounters, ...limits: readonly CountedLimit[]): Promise<Taken> {
  return counters.prepare(limits).take();
}

describe.skipIf(whyNot)(`counters in redis${whyNot}`, () => {
  let server: RedisServer;
  const open: RedisCounters[] = [];

  beforeAll(async () => {
    server = await startRedis();
    await untilRedisCounts(server.url);
    for (let index = 0; index < 2; index++)
      open.push(await openRedisCounters({ url: server.url, warn: () => undefined }));
  });
  afterAll(async () => {
    for (const counters of open) counters.close();
    await server[Symbol.asyncDispose]();
  });

  let turn = 0;
  describeCounters(() => open[(turn += 1) % 2] as RedisCounters);

  test('expire when they no longer limit anything, and are in one slot of a cluster', async () => {
    const { counters } = await openAt(server.url);
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    await client.flushAll();
    const limits = [countBy(1000, 'second', { key: 'a' }), countBy(1, 'day', { key: 'b' })];
    await takeFrom(counters, ...limits);
    const left = await client.pTTL('gatewright:{limits}:b');
    expect(left).toBeGreaterThan(86_000_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
    await eventually(async () => expect(await client.keys('*')).toEqual(['gatewright:{limits}:b']));
  });

  test('go by no more than what a key holds, whatever it is', async () => {
    const { counters, warnings } = await openAt(server.url);
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    for (const text of ['', 'no number', '-1', '0']) {
      await client.set('gatewright:{limits}:odd', text);
      expect(await takeFrom(counters, countBy(2, 'day', { key: 'odd' }))).toMatchObject({ remaining: 1 });
    }
    for (const text of ['1e300', '9007199254740993', 'inf']) {
      await client.set('gatewright:{limits}:odd', text);
      expect(await takeFrom(counters, countBy(2, 'day', { key: 'odd' }))).toMatchObject({
        outcome: 'refused',
      });
      expect(await client.get('gatewright:{limits}:odd')).toMatch(/^\d+$/);
    }
    await client.del('gatewright:{limits}:odd');
    await client.hSet('gatewright:{limits}:odd', 'a', 'hash');
    expect(await takeFrom(counters, countBy(2, 'day', { key: 'odd' }))).toMatchObject({ remaining: 1 });
    expect(warnings).toEqual([]);
  });

  test('that are lost with the server come back with it, and each limit says what happens meanwhile', async () => {
    const own = await start();
    const { counters, warnings } = await openAt(own.url);
    const [strict, lax] = [countBy(5, 'day'), countBy(5, 'day', { whenUnavailable: 'allow' })];
    expect(await takeFrom(counters, strict, lax)).toMatchObject({ outcome: 'passed', remaining: 4 });
    await own.stop();
    expect(await takeFrom(counters, strict)).toEqual(notAvailable);
    expect(await takeFrom(counters, lax)).toEqual(notCounted);
    expect(await takeFrom(counters, lax, strict)).toEqual(notAvailable);
    expect(warnings).toEqual([expect.stringMatching(/^Calls cannot be counted in Redis: .+\.$/)]);
    await own.start();
    await eventually(async () => expect(await takeFrom(counters, strict)).toMatchObject({ index: 0 }));
    expectInTurn(warnings);
  });

  test('that do not answer are not waited for, by few calls for a moment and by others not at all', async () => {
    const own = await start();
    const { counters, warnings } = await openAt(own.url);
    const limit = countBy(100, 'day');
    await takeFrom(counters, limit);
    own.freeze();
    expect(await Promise.all([1, 2, 3].map(() => takeFrom(counters, limit)))).toEqual(
      [1, 2, 3].map(() => notAvailable),
    );
    const many = Array.from({ length: 10_000 }, () => takeFrom(counters, limit));
    expect(new Set((await Promise.all(many)).map(({ outcome }) => outcome))).toEqual(
      new Set(['unavailable']),
    );
    expect(warnings).toEqual(['Calls cannot be counted in Redis: it does not respond.']);
    own.thaw();
    const pass = () =>
      eventually(async () => {
        const taken = await takeFrom(counters, limit);
        expect(taken).toMatchObject({ index: 0 });
        return taken;
      });
    await pass();
    // Sent commands are counted, late or not, and only few of the many were sent.
    const { remaining } = await pass();
    expect(remaining).toBeLessThanOrEqual(94);
    expect(remaining).toBeGreaterThan(50);
    expectInTurn(warnings);
  });

  test('that have answered count as there, though nobody had time to read the answer', async () => {
    const { counters, warnings } = await openAt(server.url);
    const limit = countBy(2, 'day');
    await takeFrom(counters, limit);
    const taken = takeFrom(counters, limit);
    await new Promise(setImmediate);
    const busy = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(busy, 0, 0, 600);
    expect(await taken).toMatchObject({ outcome: 'passed', remaining: 0 });
    expect(warnings).toEqual([]);
  });

  test('that are not there at the start are used as soon as they are', async () => {
    const own = await start();
    await own.stop();
    const { counters, warnings } = await openAt(own.url);
    expect(warnings).toEqual(['Calls cannot be counted in Redis: nothing listens at its address.']);
    expect(await takeFrom(counters, countBy(1, 'day'))).toEqual(notAvailable);
    await own.start();
    await eventually(async () =>
      expect(await takeFrom(counters, countBy(1, 'day'))).toMatchObject({ outcome: 'passed' }),
    );
  });

  test('that refuse to write count as not available', async () => {
    const own = await start();
    const client = await createClient({ url: own.url }).connect();
    onTestFinished(() => client.destroy());
    await client.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    const { counters, warnings } = await openAt(own.url);
    expect(await takeFrom(counters, countBy(1, 'day'))).toEqual(notAvailable);
    expect(warnings).toEqual([
      'Calls cannot be counted in Redis: it is a replica, which does not accept writes.',
    ]);
  });

  test('go on at the new primary, where the address leads there', async () => {
    const [first, second] = [await start(), await start()];
    let port = first.port;
    const address = createServer((socket) => {
      const onward = connect(port, '127.0.0.1');
      pipeline(socket, onward, socket, () => undefined);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void address.close());
    await once(address, 'listening');
    const { counters, warnings } = await openAt(
      `redis://127.0.0.1:${(address.address() as AddressInfo).port}`,
    );
    const limit = countBy(50, 'day');
    const passes = async () => expect(await takeFrom(counters, limit)).toMatchObject({ outcome: 'passed' });
    // A server that has just started may be too slow for the first calls.
    await eventually(passes);
    warnings.length = 0;
    const client = await createClient({ url: first.url }).connect();
    onTestFinished(() => client.destroy());
    await client.sendCommand(['REPLICAOF', '127.0.0.1', String(second.port)]);
    port = second.port;
    await eventually(passes);
    expect((await takeFrom(counters, limit)).remaining).toBeLessThan(49);
    expect(warnings).toEqual([
      'Calls cannot be counted in Redis: it is a replica, which does not accept writes.',
      'Calls are counted in Redis again.',
    ]);
  });

  test('need no more rights than their documentation gives', async () => {
    const documentation = await readFile(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
    const [acl = ''] = /^ACL SETUSER .*$/m.exec(documentation) ?? [];
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    expect(await client.sendCommand(acl.split(' '))).toBe('OK');
    const { counters, warnings } = await openAt(server.url.replace('//', '//gatewright-limits:PASSWORD@'));
    expect(await takeFrom(counters, countBy(2, 'day'))).toMatchObject({ outcome: 'passed' });
    expect(warnings).toEqual([]);
  });

  test('with an invalid URL are refused, and the message does not contain it', async () => {
    for (const url of [
      'https://:wrong-password@127.0.0.1',
      'wrong-password',
      '',
      'redis://%zz:wrong-password@h:1',
    ]) {
      const error = await openRedisCounters({ url, warn: () => undefined }).catch(
        (thrown: unknown) => thrown,
      );
      expect(String(error)).toBe(
        'StoreError: The URL of the rate counters is not a Redis URL: write it as redis://user:password@host:6379/0, or rediss:// for TLS.',
      );
    }
  });

  test('whose password is wrong say so without it', async () => {
    const { warnings } = await openAt(server.url.replace('//', '//user:wrong-password@'));
    expect(warnings).toEqual([
      'Calls cannot be counted in Redis: it does not accept the user name or the password.',
    ]);
  });
});
