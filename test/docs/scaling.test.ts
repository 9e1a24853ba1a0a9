// @module-tag full
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '#cli/commands/run.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { freePort } from '../runtime/free-port.ts';
import { hasRedisServer, startRedis } from '../runtime/state/redis-in-test.ts';
import { untilRedisCounts } from '../runtime/state/redis/until-redis-counts.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { consumerKey, fetchToken, secret, send, start, writeSources } from '../serve/running-gateway.ts';
import { paste } from './paste.ts';
import { findBlock, findCalls } from './shell-blocks.ts';

const page = readFileSync('docs/scaling.md', 'utf8');
const shared = findBlock('docs/scaling.md: # gateway.config.yaml state:').text;
const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

/** Sources of gateways with one name, whose application may call five times an hour. */
async function writeFleet(declared: string, redisUrl: string): Promise<string> {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('tiers.yaml', (text) =>
    text.replace('{ requests: 1000, unit: minute }', '{ requests: 5, unit: hour }'),
  );
  await write(
    'gateway.config.yaml',
    (text) => text.replace('localhost:8243', 'gateway.example.edu') + declared,
  );
  await writeFile(join(root, 'redis-url'), redisUrl);
  await writeFile(join(root, 'signing-key.pem'), makeSigningKey());
  return root;
}

/** Starts two gateways, each with a state folder of its own; resolves with where they listen. */
async function startTwo(root: string): Promise<readonly [string, string]> {
  const startOne = async () => {
    const port = await freePort();
    await start({ root, plainHttp: true, port, stateFolder: await makeTestFolder() });
    return `http://127.0.0.1:${port}`;
  };
  return [await startOne(), await startOne()];
}

async function call(gateway: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await send(`${gateway}/dog_park/v1/dogs`, { headers })).status;
}

async function revoke(gateway: string, token: string): Promise<number> {
  const credentials = Buffer.from(`${consumerKey}:${secret}`).toString('base64');
  const { status } = await fetch(`${gateway}/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ token }),
  });
  return status;
}

/** How many of ten calls pass that are sent to two gateways in turn. */
async function countPassed([one, other]: readonly [string, string], token: string): Promise<number> {
  const statuses: number[] = [];
  for (const turn of Array(10).keys()) statuses.push(await call(turn % 2 === 0 ? one : other, token));
  return statuses.filter((status) => status === 200).length;
}

describe.skipIf(whyNot)(`two gateways as docs/scaling.md declares them${whyNot}`, () => {
  test('count together, accept the tokens of each other, and refuse what one of them revokes', async () => {
    await using redis = await startRedis();
    await untilRedisCounts(redis.url);
    const gateways = await startTwo(await writeFleet(shared, redis.url));
    const token = await fetchToken(gateways[0]);
    expect(await countPassed(gateways, token)).toBe(5);
    expect(await revoke(gateways[1], token)).toBe(200);
    expect(await call(gateways[0], token)).toBe(403);
  });

  test('let twice the limit pass where each counts for itself', async () => {
    await using redis = await startRedis();
    const local = shared.replace(/^limits: .*$/m, 'limits: { counters: local }');
    const gateways = await startTwo(await writeFleet(local, redis.url));
    expect(await countPassed(gateways, await fetchToken(gateways[0]))).toBe(10);
  });

  test('issue tokens without Redis, but do not revoke, count or start', async () => {
    await using redis = await startRedis();
    const root = await writeFleet(shared, redis.url);
    const [one] = await startTwo(root);
    await redis.stop();
    const token = await fetchToken(one);
    expect([await call(one, token), await revoke(one, token)]).toEqual([503, 503]);
    await expect(startTwo(root)).rejects.toThrow('Redis');
  });
});

test('a gateway with a new state folder does not start while the git server is down', async () => {
  const folder = await makeTestFolder();
  const port = await freePort();
  const { code } = await paste(
    `gatewright run --source 'git+https://127.0.0.1:${port}/gateway.git#main' --state-dir state`,
    folder,
  );
  expect(code).toBe(2);
});

test('its numbers are those of the program', () => {
  expect(runCommand.options['poll-seconds']?.summary).toContain('Default: 30.');
  expect(page).toContain('30 seconds by default');
  const revocations = readFileSync('src/runtime/state/redis/redis-revocations.ts', 'utf8');
  expect(revocations).toContain('const timeoutMs = 1000;');
  expect(page).toContain('waited for 1 second');
  expect(findCalls(findBlock('docs/scaling.md: gatewright run --workers').text)).toEqual([
    ['run', '--workers', '4'],
  ]);
});
