// @module-tag full
import { request } from 'undici';
import { onTestFinished, test, expect } from 'vitest';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from '../running-gateway.ts';

test.each([
  ['the endpoint', ''],
  ['its last target', '  production: { targets: [] }\n'],
])('a published API whose production endpoint loses %s is no longer forwarded', async (_what, left) => {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const { root, write } = await writeSources(upstream.url);
  const gateway = await start({ root, plainHttp: true });
  const token = await fetchToken(gateway.gatewayUrl);
  const call = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await request(`${gateway.gatewayUrl}/dog_park/v1/dogs`, { headers });
    return [statusCode, await body.text().then((text) => /"code":"(\w+)"/.exec(text)?.[1])];
  };
  expect(await call()).toEqual([200, undefined]);
  await write('apis/dog_park/v1/api.yaml', (text) => text.replace(/ {2}production: .*\n/, left));
  await gateway.sees('reloaded');
  expect(await call()).toEqual([403, 'production_unavailable']);
});
