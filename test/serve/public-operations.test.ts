// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { start, writeSources } from './running-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';

test('an operation that is declared as public is called without a token until it is declared otherwise', async () => {
  const upstream = await openUpstream('production');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write(
    api,
    (text) => `${text}operationAccess: { GET /dogs: public }\naddressLimit: { requests: 2, unit: day }\n`,
  );
  const { gatewayUrl, sees } = await start({ root, plainHttp: true, workers: 2 });
  const call = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${gatewayUrl}/dog_park/v1${path}`, options);
    const { code, upstream: name } = (await answer.json()) as Record<string, string>;
    return [answer.status, code ?? name];
  };
  expect(await call('/dogs', { headers: { authorization: 'Bearer nonsense' } })).toEqual([200, 'production']);
  expect(await call('/dogs', { method: 'POST' })).toEqual([403, 'token_missing']);
  expect(await call('/dogs')).toEqual([200, 'production']);
  expect(await call('/dogs', { headers: { 'x-forwarded-for': '192.0.2.1' } })).toEqual([429, 'rate_limited']);
  expect(upstream.seen.map(({ method, headers }) => [method, headers.authorization])).toEqual([
    ['GET', undefined],
    ['GET', undefined],
  ]);
  await write(api);
  await sees('reloaded');
  expect(await call('/dogs')).toEqual([403, 'token_missing']);
});

test('every operation of a version that is declared as public is called without a token', async () => {
  const upstream = await openUpstream('production');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write(api, (text) => `${text}access: public\n`);
  const { gatewayUrl, sees } = await start({ root, plainHttp: true });
  const call = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${gatewayUrl}/dog_park/v1${path}`, options);
    const { code, upstream: name } = (await answer.json()) as Record<string, string>;
    return [answer.status, code ?? name];
  };
  const register = {
    method: 'POST',
    body: '{"name":"Rex"}',
    headers: { 'content-type': 'application/json', authorization: 'Bearer nonsense' },
  };
  expect(await call('/dogs')).toEqual([200, 'production']);
  expect(await call('/dogs', register)).toEqual([200, 'production']);
  expect(await call('/cats')).toEqual([403, 'token_missing']);
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  await write(api);
  await sees('reloaded');
  expect(await call('/dogs')).toEqual([403, 'token_missing']);
});
