import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { openTokenStore } from '#serve/services/open-token-store.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { newGrant } from '../../runtime/state/grants-in-test.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { start, writeSources } from '../running-gateway.ts';
import { full } from '../../full-run.ts';

const url = { fromFile: 'redis_url.txt' };

/** Opens the declared store on a state folder; `secret` is the value of its URL. */
async function open(store: 'memory' | 'sqlite' | 'redis', stateFolder: string, secret?: string) {
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const resolveSecret = () =>
    secret === undefined ? Promise.reject(new Error('The secret is missing.')) : Promise.resolve(secret);
  const declared = { store, ...(store === 'redis' && { url }) };
  return openTokenStore(declared, { clock: systemClock, resolveSecret, stateFolder }, opened);
}

const soon = () => Date.now() / 1000 + 60;
const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

describe('the declared store', () => {
  test('in sqlite shows what was revoked before, and what is revoked by others', async () => {
    const folder = await makeTestFolder();
    const [before, since] = [newGrant().id, newGrant().id];
    const first = await open('sqlite', folder);
    await first.store.revoke(before, soon());
    const second = await open('sqlite', folder);
    expect([second.revocations.has(before), second.revocations.has(since)]).toEqual([true, false]);
    await first.store.revoke(since, soon());
    expect(second.revocations.has(since)).toBe(true);
  });

  test('in memory is of its own', async () => {
    const folder = await makeTestFolder();
    const [first, second] = [await open('memory', folder), await open('memory', folder)];
    const { id } = newGrant();
    await first.store.revoke(id, soon());
    expect([first.revocations.has(id), second.revocations.has(id)]).toEqual([true, false]);
  });

  test.skipIf(whyNot)(`in redis serves a gateway${whyNot}`, full, async () => {
    await using redis = await startRedis('--requirepass', 'a-password-of-redis');
    const { root, write } = await writeSources();
    const secretUrl = redis.url.replace('//', '//:a-password-of-redis@');
    await writeFile(join(root, 'redis_url.txt'), `${secretUrl}\n`);
    const declared = 'state: { store: redis, url: { fromFile: redis_url.txt } }\n';
    await write('gateway.config.yaml', (text) => `${text}${declared}`);
    const gateway = await start({ root, plainHttp: true });
    const { store, revocations } = await open('redis', await makeTestFolder(), secretUrl);
    const { id } = newGrant();
    await store.revoke(id, soon());
    expect(revocations.has(id)).toBe(true);
    const client = await createClient({ url: secretUrl }).connect();
    expect(await client.pubSubNumSub('gatewright:revoked:0')).toEqual({ 'gatewright:revoked:0': 2 });
    client.destroy();
    expect(JSON.stringify(gateway.events)).not.toContain('a-password-of-redis');
    await gateway.close();
    await write('gateway.config.yaml', (text) => `${text}${declared}`);
    await redis.stop();
    await expect(start({ root, plainHttp: true })).rejects.toThrow(
      new StartupError(
        `The state store in Redis at ${new URL(secretUrl).host} cannot be used: nothing listens at its address.`,
      ),
    );
    const kept = await readFile(join(root, '.gatewright/audit.jsonl'), 'utf8');
    expect(kept).not.toContain('a-password-of-redis');
  });

  test.each([
    ['the URL is missing', 'redis', undefined, 'The secret is missing.'],
    [
      'the URL is another one',
      'redis',
      'https://user:a-password-of-redis@127.0.0.1',
      'The URL of the state store is not a Redis URL: write it as redis://user:password@host:6379/0, or rediss:// for TLS.',
    ],
    [
      'the database is another file',
      'sqlite',
      undefined,
      'The state database FOLDER/state.sqlite cannot be used: it is not an SQLite database, or it is corrupted.',
    ],
    [
      'the lock is another file',
      'memory',
      undefined,
      'The lock FOLDER/in-use.lock cannot be used: it is not an SQLite database, or it is corrupted.',
    ],
  ] as const)('cannot be opened where %s', async (_, store, secret, message) => {
    const folder = await makeTestFolder();
    const file = message.startsWith('The lock') ? 'in-use.lock' : 'state.sqlite';
    await writeFile(join(folder, file), 'no database'.repeat(100));
    const opening = open(store, folder, secret);
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow(message.replace('FOLDER', folder));
  });
});
