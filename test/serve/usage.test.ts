// @module-tag full
import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { full } from '../full-run.ts';
import { openSqliteUsage } from '#runtime/state/usage/sqlite-usage.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { BrowserInTest, type PageInTest } from '../runtime/oauth/authorize/browser-in-test.ts';
import { hasRedisServer, startRedis } from '../runtime/state/redis-in-test.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

const password = 'a password of the tests';
const passwordDigest = await hashArgon2id(password);

async function openSources(settings: string) {
  const upstream = await openUpstream('dogs', (_request, response) => void response.end('{}'));
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (text) => `${text}\n${settings}\n`);
  await write('users/ada.yaml', () => `kind: User\nname: ada\npasswordDigest: ${passwordDigest}\n`);
  await write('applications/dog_walker.yaml', (text) => text.replace('ada@example.edu', 'ada'));
  return root;
}

/** Signs ada in to the store, and opens a page of it. */
async function openPage(gatewayUrl: string, path: string): Promise<PageInTest> {
  const browser = new BrowserInTest(gatewayUrl);
  const follow = async (page: PageInTest): Promise<PageInTest> => {
    if (page.location === '') return page;
    const { pathname, search } = new URL(page.location, gatewayUrl);
    return follow(await browser.visit(pathname + search));
  };
  const login = await follow(await browser.visit(path));
  const [form] = login.forms;
  if (!form) throw new Error(`there is no form on this page: ${login.status} ${login.text}`);
  const fields = { ...form.fields, username: 'ada', password };
  return follow(await browser.submit(form.action, fields, { origin: gatewayUrl }));
}

/** Starts a gateway, calls it, and stops it. */
async function callTimes(root: string, calls: number, workers = 1): Promise<void> {
  const { gatewayUrl, close } = await start({ root, plainHttp: true, workers });
  const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
  for (let call = 0; call < calls; call += 1) {
    const answer = await fetch(`${gatewayUrl}/dog_park/v1/dogs`, { headers });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  await close();
}

test('usage survives a restart, and adds up over workers', async () => {
  const root = await openSources('store: {}');
  await callTimes(root, 3);
  await callTimes(root, 20, 2);
  const usage = openSqliteUsage(join(root, '.gatewright', 'usage.sqlite'), Date.now);
  onTestFinished(() => usage.close());
  const days = await usage.read({ from: 0, to: Date.now(), step: 'day', applications: ['DogWalker'] });
  expect(
    days.map(({ api, keySet, points }) => ({
      api,
      keySet,
      requests: points.reduce((sum, { requests }) => sum + requests, 0),
      answered: points.reduce((sum, { responses }) => sum + (responses['2xx'] ?? 0), 0),
    })),
  ).toEqual([{ api: 'DogPark/v1', keySet: 'production', requests: 23, answered: 23 }]);
});

test(
  'the page of an application shows the calls from before and after a restart',
  { timeout: 60_000 },
  async () => {
    const root = await openSources('store: {}');
    await callTimes(root, 3);
    for (const workers of [1, 2]) {
      await callTimes(root, 2);
      const { gatewayUrl, close } = await start({ root, plainHttp: true, workers });
      const page = await openPage(gatewayUrl, '/store/applications/DogWalker?usage=year');
      expect([page.status, page.heading]).toEqual([200, 'DogWalker']);
      expect(/Requests: (\d+) in total/.exec(page.body)?.[1]).toBe(String(3 + 2 * workers));
      await close();
    }
  },
);

test.skipIf(!hasRedisServer)(
  `two gateways on one Redis add up${hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)'}`,
  full,
  async () => {
    await using redis = await startRedis();
    const settings = 'store: {}\nstate: { store: redis, url: { fromEnv: USAGE_REDIS_URL } }';
    vi.stubEnv('USAGE_REDIS_URL', redis.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const roots = [await openSources(settings), await openSources(settings)];
    await Promise.all(roots.map((root) => callTimes(root, 5)));
    const { gatewayUrl, close } = await start({ root: roots[0] ?? '', plainHttp: true });
    const page = await openPage(gatewayUrl, '/store/applications/DogWalker?usage=hours');
    expect(/Requests: (\d+) in total/.exec(page.body)?.[1]).toBe('10');
    await close();
  },
);

test('a gateway without a store keeps no usage', async () => {
  const root = await openSources('');
  await callTimes(root, 1);
  await expect(stat(join(root, '.gatewright', 'usage.sqlite'))).rejects.toThrow('ENOENT');
});
