import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EarlierTables } from '../../../src/serve/sources/earlier-tables.ts';
import { writeGoodTable } from '../../../src/serve/sources/last-good.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { tableToKeep } from './tables-to-keep.ts';

const digestOf = (number: number) => tableToKeep(number).table.digest;

async function openTables(settleMs?: number) {
  const folder = await makeTestFolder();
  const lastGood = join(folder, 'last-good.production.0123456789ab.json');
  const keep = async (earlier: EarlierTables, numbers: readonly number[], inUse: readonly number[] = []) => {
    for (const number of numbers) {
      await writeGoodTable(lastGood, tableToKeep(number));
      await earlier.keepLastGood(tableToKeep(number), number);
      await earlier.removeOthers(new Set(inUse.map(digestOf)));
    }
  };
  return { folder, lastGood, keep, earlier: new EarlierTables(lastGood, settleMs) };
}

test('the last ten tables and those that Envoys have are kept, each as it was the last good one', async () => {
  const { folder, earlier, keep } = await openTables(0);
  await writeFile(join(folder, 'earlier.other.0123456789ab.json'), 'of another deployment');
  await keep(
    earlier,
    Array.from({ length: 15 }, (_, number) => number),
    [2, 99],
  );
  const kept = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  expect((await readdir(folder)).toSorted()).toEqual(
    [
      ...kept.map(
        (number) => `earlier.production.0123456789ab.${digestOf(number).slice('sha256:'.length)}.json`,
      ),
      'earlier.other.0123456789ab.json',
      'last-good.production.0123456789ab.json',
    ].toSorted(),
  );
  for (const number of kept)
    expect(await earlier.read(digestOf(number), 'production')).toEqual(tableToKeep(number));
});

test('one that is served again is replaced', async () => {
  const { lastGood, earlier, keep } = await openTables();
  await keep(earlier, [1, 2]);
  const signed = { ...tableToKeep(1), signature: { jws: 'a signature', keyId: 'key', signedAt: 3 } };
  await writeGoodTable(lastGood, signed);
  await earlier.keepLastGood(signed, 3);
  expect(await readFile(earlier.fileOf(digestOf(1)), 'utf8')).toMatch(/^a signature\n/);
});

test('after a restart, none is removed before Envoys have had time to poll', async () => {
  const { lastGood, earlier, keep } = await openTables(0);
  await keep(
    earlier,
    Array.from({ length: 12 }, (_, number) => number),
    [0],
  );
  const restarted = new EarlierTables(lastGood);
  await keep(restarted, [12]);
  expect(await restarted.read(digestOf(0), 'production')).toEqual(tableToKeep(0));
});

test('one that cannot be a link to the last good table is written', async () => {
  const { earlier, keep } = await openTables();
  const file = earlier.fileOf(digestOf(1));
  // In the way of the link.
  await mkdir(`${file}.new`);
  await keep(earlier, [1]);
  expect(await earlier.read(digestOf(1), 'production')).toEqual(tableToKeep(1));
});

test('one that cannot be used is named by its file', async () => {
  const { earlier } = await openTables();
  const file = earlier.fileOf(digestOf(1));
  await writeFile(file, '{}');
  await expect(earlier.read(digestOf(1), 'production')).rejects.toThrow(
    `The earlier table ${file} cannot be used: The file has no \`format\`, so it is not a route table`,
  );
  expect(await earlier.read(digestOf(2), 'production')).toBeUndefined();
});
