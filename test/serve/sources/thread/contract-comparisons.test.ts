// @module-tag full
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { start, writeSources } from '../../running-gateway.ts';

/** Starts a store with two versions of an API, of which the newer one lacks an operation. */
async function startStore(workers: number) {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
  await writeSecondVersion(write, (text) =>
    text.replace('summary: Registers a dog.', 'summary: Registers one.'),
  );
  const { gatewayUrl, sees } = await start({ root, plainHttp: true, workers });
  const read = async () => (await fetch(`${gatewayUrl}/store/apis/dog_park/v2/changes`)).text();
  return { write, sees, read };
}

type Write = Awaited<ReturnType<typeof writeSources>>['write'];

async function writeSecondVersion(write: Write, change: (definition: string) => string): Promise<void> {
  let api = '';
  let definition = '';
  await write('apis/dog_park/v1/api.yaml', (text) => (api = text));
  await write('apis/dog_park/v1/openapi.yaml', (text) => (definition = text));
  const second = api
    .replace('version: v1', 'version: v2')
    .replaceAll('http://127.0.0.1:9', 'http://127.0.0.1:10');
  await write('apis/dog_park/v2/openapi.yaml', () => change(definition));
  await write('apis/dog_park/v2/api.yaml', () => second.replace('dogs-sandbox', 'dogs-sandbox-2'));
}

describe.each([1, 2])('a store with %i threads', (workers) => {
  test('works out what has changed, and again after a reload', async () => {
    const { write, sees, read } = await startStore(workers);
    expect(await read()).toContain('The versions are being compared.');
    await eventually(async () => expect(await read()).toContain('1 description changed as well.'));
    await writeSecondVersion(write, (text) => text.replace('name: breed', 'name: kind'));
    await sees('reloaded');
    await eventually(async () =>
      expect(await read()).toContain('GET /dogs: query parameter breed was removed.'),
    );
  });
});
