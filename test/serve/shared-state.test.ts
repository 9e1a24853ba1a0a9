// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { main } from '../cli/run-gatewright.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { freePort } from '../runtime/free-port.ts';
import { hasRedisServer, startRedis } from '../runtime/state/redis-in-test.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { consumerKey, fetchToken, secret, send, writeSources } from './running-gateway.ts';

/** Sources of gateways that callers know by one name, with an upstream that answers. */
async function writeShared(declared: string): Promise<string> {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write(
    'gateway.config.yaml',
    (text) => text.replace('localhost:8243', 'gateway.example.edu') + declared,
  );
  return root;
}

/** Runs a gateway in a separate process; resolves with the address that it listens at. */
async function run(
  root: string,
  stateFolder: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const port = await freePort();
  const words = [
    'run',
    '--log-format',
    'text',
    '--plain-http',
    '--port',
    String(port),
    '--admin-port',
    '0',
    '--state-dir',
    stateFolder,
    ...options,
  ];
  const child = spawn(process.execPath, [main, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let said = '';
  // It reports when it listens.
  while (!said.includes('\nGateway ')) said += String((await once(child.stdout, 'data'))[0]);
  expect(said).toContain('Loaded 1 API');
  return `http://127.0.0.1:${port}`;
}

const call = async (gateway: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await send(`${gateway}/dog_park/v1/dogs`, { headers })).status;
};

/** Revokes a token as its client; the answer has no body. */
async function revoke(gateway: string, token: string): Promise<void> {
  const answer = await fetch(`${gateway}/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  });
  expect(answer.status).toBe(200);
}

/** Each gateway takes the tokens of all, until one of them is asked to revoke one. */
async function expectRevokedAtOnce(gateways: readonly string[]): Promise<void> {
  for (const issuing of gateways) {
    for (const revoking of gateways) {
      const token = await fetchToken(issuing);
      const callAll = () => Promise.all(gateways.map((gateway) => call(gateway, token)));
      expect(await callAll()).toEqual(gateways.map(() => 200));
      await revoke(revoking, token);
      expect(await callAll()).toEqual(gateways.map(() => 403));
    }
  }
}

/** Guesses a password as the application does; 400 if the guess was checked, 429 if not. */
async function guess(gateway: string): Promise<number> {
  const { status } = await fetch(`${gateway}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', username: 'ada', password: 'a guess' }),
  });
  return status;
}

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';
const onRedis =
  'state: { store: redis, url: { fromEnv: REDIS_URL } }\ntoken: { signingKeys: [{ key: { fromFile: key.pem } }] }\n';

/** Runs a gateway with two workers next to one with a single worker, which share a Redis. */
async function runTwo(url: string): Promise<readonly string[]> {
  const root = await writeShared(onRedis);
  await writeFile(join(root, 'key.pem'), makeSigningKey());
  const file = join(root, 'applications/dog_walker.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('grants: [client_credentials', 'grants: [password, client_credentials'));
  const env = { REDIS_URL: url };
  const one = await run(root, await makeTestFolder(), env);
  return [one, await run(root, await makeTestFolder(), env, ['--workers', '2'])];
}

test.skipIf(whyNot)(`passwords are guessed five times at all gateways on one redis${whyNot}`, async () => {
  await using redis = await startRedis();
  const gateways = await runTwo(redis.url);
  const statuses: number[] = [];
  for (const turn of Array(20).keys()) statuses.push(await guess(gateways[turn % 2] ?? ''));
  expect(statuses).toEqual([
    ...Array.from({ length: 5 }, () => 400),
    ...Array.from({ length: 15 }, () => 429),
  ]);
  await redis.stop();
  expect(await guess(gateways[0] ?? '')).toBe(400);
});

describe('what one gateway revokes is refused by the others once it has answered', () => {
  test('where they share a state folder', async () => {
    const root = await writeShared('');
    const folder = await makeTestFolder();
    await expectRevokedAtOnce(await Promise.all([run(root, folder), run(root, folder)]));
  });

  test.skipIf(whyNot)(`where they share a redis and a signing key${whyNot}`, async () => {
    await using redis = await startRedis();
    const root = await writeShared(onRedis);
    await writeFile(join(root, 'key.pem'), makeSigningKey());
    const env = { REDIS_URL: redis.url };
    const folders = [await makeTestFolder(), await makeTestFolder()];
    await expectRevokedAtOnce([await run(root, folders[0]!, env), await run(root, folders[1]!, env)]);
  });
});
