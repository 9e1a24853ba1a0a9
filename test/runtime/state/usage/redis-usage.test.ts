// @module-tag full
import { readFile } from 'node:fs/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '#runtime/ports/token-store.ts';
import { openRedisUsage } from '#runtime/state/usage/redis-usage.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../redis-in-test.ts';
import { describeUsageStore, midnight, usage } from './usage-contract.ts';

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

describe.skipIf(whyNot)(`the usage in redis${whyNot}`, () => {
  let server: RedisServer;
  let deployments = 0;
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, applications: ['DogWalker'], step: 'day' as const };

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newDeployment = () => `deployment-${(deployments += 1)}`;
  const open = async (deployment = newDeployment(), url = server.url) => {
    const store = await openRedisUsage({ url, deployment, clock: () => midnight });
    onTestFinished(() => store.close());
    return store;
  };

  describeUsageStore(async () => {
    const deployment = newDeployment();
    return { open: (clock) => openRedisUsage({ url: server.url, deployment, clock }) };
  });

  test('adds a batch once, however often it is sent', async () => {
    const store = await open();
    const batch = { writer: 'gateway', number: 1, increments: [usage({ limitUsed: 0.5 })] };
    await store.add(batch);
    await store.add(batch);
    await store.add({ ...batch, writer: 'other gateway' });
    expect((await store.read(all)).map(({ points }) => points.map(({ requests }) => requests))).toEqual([
      [2],
    ]);
  });

  test('keeps deployments apart', async () => {
    const [store, other] = [await open(), await open()];
    await store.add({ writer: 'gateway', number: 1, increments: [usage()] });
    expect(await other.read(all)).toEqual([]);
  });

  test('lets every key expire', async () => {
    await using own = await startRedis();
    const store = await open('production', own.url);
    await store.add({ writer: 'gateway', number: 1, increments: [usage()] });
    const client = await createClient({ url: own.url }).connect();
    const hours = async (key: string) => Math.round((await client.pTTL(key)) / 3_600_000);
    const keys = (await client.keys('*')).toSorted();
    expect(await Promise.all(keys.map(async (key) => `${key} ${await hours(key)}`))).toMatchInlineSnapshot(`
      [
        "gatewright:{usage}:production:day:692:["DogWalker","DogPark/v1","production"] 10320",
        "gatewright:{usage}:production:hour:20780:["DogWalker","DogPark/v1","production"] 360",
        "gatewright:{usage}:production:minute:997440:["DogWalker","DogPark/v1","production"] 3",
        "gatewright:{usage}:production:of-api:DogPark/v1 9600",
        "gatewright:{usage}:production:of-application:DogWalker 9600",
        "gatewright:{usage}:production:writer:gateway 24",
      ]
    `);
    client.destroy();
    await store.close();
  });

  test('needs no more rights than the documentation says', async () => {
    await using own = await startRedis();
    const documentation = await readFile(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
    const client = await createClient({ url: own.url }).connect();
    for (const [acl] of documentation.matchAll(/^ACL SETUSER .*$/gm))
      await client.sendCommand(acl.split(' '));
    client.destroy();
    const store = await open('production', own.url.replace('//', '//gatewright-limits:PASSWORD@'));
    await store.add({ writer: 'gateway', number: 1, increments: [usage({ limitUsed: 0.5 })] });
    expect((await store.read(all)).length).toBe(1);
    await store.close();
  });

  test('fails if it is unreachable', async () => {
    await using own = await startRedis();
    const store = await open('production', own.url);
    await own.stop();
    const batch = { writer: 'gateway', number: 1, increments: [usage()] };
    await expect(store.add(batch)).rejects.toThrow(StoreError);
    await expect(store.read(all)).rejects.toThrow(StoreError);
  });
});
