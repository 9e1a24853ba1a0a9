// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { start, writeSources } from '../running-gateway.ts';

test('the store shows that one of two targets does not answer, whichever worker is asked', async () => {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  const down = `http://127.0.0.1:${await freePort()}`;
  await write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
  await write('apis/dog_park/v1/api.yaml', (text) =>
    text.replace(
      `production: { url: ${upstream.url} }`,
      `production: { targets: [${upstream.url}, ${down}], healthCheck: { path: /health, intervalMs: 200, unhealthyAfter: 1 } }`,
    ),
  );
  const { gatewayUrl } = await start({ root, plainHttp: true, workers: 2 });
  const read = async () => {
    const answer = await fetch(`${gatewayUrl}/store/apis/dog_park/v1.md`, {
      headers: { connection: 'close' },
    });
    return answer.text();
  };
  await eventually(
    async () => {
      const pages = await Promise.all(Array.from({ length: 10 }, read));
      for (const page of pages) {
        expect(page).toContain('Status: **Degraded** 1 of 2 targets answers');
        expect(page).not.toContain(down);
      }
    },
    { timeout: 60_000, interval: 500 },
  );
});
