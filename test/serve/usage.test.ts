import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteUsage } from '../../src/runtime/state/usage/sqlite-usage.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

async function openSources(settings: string) {
  const upstream = await openUpstream('dogs', (_request, response) => void response.end('{}'));
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (text) => `${text}\n${settings}\n`);
  return root;
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

test('a gateway without a store keeps no usage', async () => {
  const root = await openSources('');
  await callTimes(root, 1);
  await expect(stat(join(root, '.gatewright', 'usage.sqlite'))).rejects.toThrow('ENOENT');
});
