// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { callGatewright } from '../../cli/call-gatewright.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { passwordDigest, signIn } from '../../store/attacks/attacked-store.ts';
import { fetchToken, start, writeSources } from '../running-gateway.ts';

/** So many that none of three workers is likely to get none. */
const limit = 48;

/** A gateway with workers, at which ada tries an API with a limit; each of her requests is on a connection of its own. */
async function serve(workers: number) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  // No pause between calls ends a connection.
  upstream.keepConnections(60_000);
  const { root, write } = await writeSources(upstream.url);
  await write(
    'gateway.config.yaml',
    (text) => `${text.replace('https://localhost', 'http://localhost')}store: {}\n`,
  );
  await write('applications/dog_walker.yaml', (text) => text.replace('ada@example.edu', 'ada'));
  await write('users/ada.yaml', (text) =>
    text.replace(/passwordDigest: .*/, `passwordDigest: ${passwordDigest}`),
  );
  await write('tiers.yaml', (text) => text.replace(/limit: .*/, `limit: { requests: ${limit}, unit: day }`));
  const gateway = await start({ root, plainHttp: true, workers });
  const ada = await signIn(gateway.gatewayUrl, 'ada');
  const call = async (csrf = ada.csrf): Promise<unknown> => {
    const page = await ada.send(
      '/store/apis/dog_park/v1/operation/try?method=GET&path=%2Fdogs',
      { application: 'DogWalker', keys: 'production', csrf },
      { connection: 'close' },
    );
    const [, status] = /id="answer-title".*?<dd><span class="badge[^>]*>(\d+)</s.exec(page.body) ?? [];
    return status === undefined ? page.code : Number(status);
  };
  /** Renews the session; returns the token of its forms. */
  const visit = async () => {
    const page = await ada.visit('/store/applications/DogWalker', { connection: 'close' });
    expect(page.status).toBe(200);
    return page.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'] ?? '';
  };
  return { ...gateway, root, upstream, call, visit };
}

async function repeat<Value>(count: number, act: () => Promise<Value>): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < count; index += 1) values.push(await act());
  return values;
}

test.each([2, 3])(
  'a session of one of %i workers calls at all of them, and its limit is counted once',
  async (workers) => {
    const { gatewayUrl, upstream, call, visit } = await serve(workers);
    const statuses = await repeat(limit, () => call());
    expect(statuses).toEqual(Array.from({ length: limit }, () => 200));
    // Each worker keeps its own connection to the upstream for calls that follow each other.
    expect(upstream.connections()).toBe(workers);
    expect(new Set(await repeat(8, () => call()))).toEqual(new Set([429]));
    const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
    expect((await fetch(`${gatewayUrl}/dog_park/v1/dogs`, { headers })).status).toBe(429);
    await repeat(8, visit);
    expect(upstream.seen.length).toBe(limit);
  },
);

test('a session goes on calling at all workers through each step of a rotation of the signing key', async () => {
  const { root, upstream, call, visit, sees, events } = await serve(2);
  const rotate = async (options: readonly string[], reloads: number) => {
    const { code, stderr } = await callGatewright(root, ['keys', 'rotate', '--signing-key', ...options]);
    expect(code, stderr).toBe(0);
    await sees('reloaded', reloads);
  };
  const callMany = async (csrf?: string) => new Set(await repeat(6, () => call(csrf)));
  expect(await callMany()).toEqual(new Set([200]));
  await rotate([], 1);
  expect(await callMany()).toEqual(new Set([200]));
  await rotate([], 2);
  expect(await callMany()).toEqual(new Set([200]));
  await visit();
  await rotate(['--retire'], 3);
  // The form has a token of the session that was sealed with the retired key.
  expect(await callMany()).toEqual(new Set(['form_not_of_session']));
  expect(await callMany(await visit())).toEqual(new Set([200]));
  expect(upstream.seen.length).toBe(24);
  expect(events.filter(({ type }) => type === 'error')).toEqual([]);
});
