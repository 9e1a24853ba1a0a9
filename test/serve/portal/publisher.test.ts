// @module-tag full
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { writeTable } from '#compiled/table.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { eventually } from '../../eventually.ts';
import { fetchToken, start } from '../running-gateway.ts';
import { signInAda, writeSourcesOfAda } from './signed-in-ada.ts';

describe.each([1, 2])('with %i thread(s) that serve', (workers) => {
  test('an owner sees findings, drift and usage of her API', async () => {
    const { root, write } = await writeSourcesOfAda();
    const gateway = await start({ root, plainHttp: true, workers });
    const open = await signInAda(gateway.gatewayUrl);
    const headers = { authorization: `Bearer ${await fetchToken(gateway.gatewayUrl)}` };
    const answer = await fetch(`${gateway.gatewayUrl}/dog_park/v1/dogs`, { headers });
    expect(answer.status).toBe(200);
    await eventually(async () => {
      const { text } = await open('/store/publisher/dog_park/v1');
      expect(text).toContain('Lint reports nothing in this version.');
      expect(text).toMatch(/GET \/dogs ?Response 200 ?1/);
      expect(text).toMatch(/DogWalker ?ada@example\.edu ?gold ?1,000 requests a minute ?Active ?1 ?0/);
    });
    await write('apis/dog_park/v1/api.yaml', (text) =>
      text.replace('parks-team', 'ada').replace('/dog_park', '/dog/park'),
    );
    await gateway.sees('reload-failed');
    const broken = await open('/store/publisher');
    expect(broken.text).toContain('The sources have errors, so the gateway still serves the table before.');
    expect(broken.text).toMatch(/DogPark v1 ?Published ?1 ?0/);
  });
});

test('without sources, the page says that lint is not known', async () => {
  const { root } = await writeSourcesOfAda();
  const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources have errors');
  const file = join(root, 'table.json');
  await writeFile(file, writeTable(compiled));
  const { gatewayUrl } = await start({ root, plainHttp: true, source: { kind: 'table', file } });
  const open = await signInAda(gatewayUrl);
  const { text } = await open('/store/publisher');
  expect(text).toContain('This gateway serves a table that was compiled elsewhere');
  expect(text).toMatch(/DogPark v1 ?Published ?– ?–/);
});
