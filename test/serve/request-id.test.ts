// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

async function serve(settings = '') {
  const upstream = await openUpstream('dogs', (_request, response) =>
    response.writeHead(200, { 'x-request-id': 'of-the-upstream' }).end(),
  );
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (text) =>
    text.replace('    gatewayUrl:', `    accessLog: { file: access.log }\n${settings}    gatewayUrl:`),
  );
  const gateway = await start({ root, plainHttp: true });
  const authorization = `Bearer ${await fetchToken(gateway.gatewayUrl)}`;
  const call = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${gateway.gatewayUrl}${path}`, { headers });
    await answer.body.dump();
    return answer.headers['x-request-id'];
  };
  const logged = (count: number) =>
    eventually(async () => {
      const lines = (await readFile(join(root, '.gatewright', 'access.log'), 'utf8'))
        .split('\n')
        .slice(0, -1);
      expect(lines).toHaveLength(count);
      return lines.map((line) => (JSON.parse(line) as { readonly requestId: string }).requestId);
    });
  return { call, logged, authorization };
}

test('every response to a call has the request ID of the access log, and not that of the upstream', async () => {
  const { call, logged, authorization } = await serve();
  const ids = [
    await call('/dog_park/v1/dogs', { authorization }),
    await call('/dog_park/v1/dogs', { authorization, 'x-request-id': 'made-up' }),
    await call('/dog_park/v1/dogs'),
    await call('/unknown'),
  ];
  expect(await logged(4)).toEqual(ids);
  expect(ids).not.toContain('made-up');
  expect(new Set(ids).size).toBe(4);
});

test('the well-formed request ID of a trusted proxy is kept, any other is replaced', async () => {
  const { call } = await serve('    trustedProxies: [127.0.0.1]\n');
  const send = (id: string) => call('/unknown', { 'x-request-id': id });
  const kept = [
    '0af76519-16cd-43dd-8448-eb211c80319c',
    'Root=1-67891233-abcdef012345678912345678',
    'a'.repeat(128),
  ];
  const replaced = ['', 'two words', 'a"b', 'ä', 'a'.repeat(129)];
  for (const id of kept) expect(await send(id)).toBe(id);
  for (const id of replaced) expect(await send(id)).toMatch(/^[\w-]{12}-\d+$/);
});
