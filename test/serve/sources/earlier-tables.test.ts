import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/compiled/digest.ts';
import { EarlierTables } from '../../../src/serve/sources/earlier-tables.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';

const table = (number: number) => digestOf(String(number));

test('the last ten tables and those that Envoys have are kept, each as it was the last good one', async () => {
  const folder = await makeTestFolder();
  const lastGood = join(folder, 'last-good.production.0123456789ab.json');
  await writeFile(join(folder, 'earlier.other.0123456789ab.json'), 'of another deployment');
  const earlier = new EarlierTables(lastGood, 0);
  for (let number = 0; number < 15; number += 1) {
    const written = join(folder, String(number));
    await writeFile(written, `table ${number}`);
    await utimes(written, number, number);
    await rename(written, lastGood);
    await earlier.keep(table(number), new Set([table(2), table(99)]));
  }
  const kept = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  expect((await readdir(folder)).toSorted()).toEqual(
    [
      ...kept.map(
        (number) => `earlier.production.0123456789ab.${table(number).slice('sha256:'.length)}.json`,
      ),
      'earlier.other.0123456789ab.json',
      'last-good.production.0123456789ab.json',
    ].toSorted(),
  );
  for (const number of kept)
    expect(await readFile(earlier.fileOf(table(number)), 'utf8')).toBe(`table ${number}`);
  // One that is served again.
  await writeFile(lastGood, 'table 2, signed again');
  await earlier.keep(table(2), new Set());
  expect(await readFile(earlier.fileOf(table(2)), 'utf8')).toBe('table 2, signed again');
});

test('after a restart, none is removed before Envoys have had time to poll', async () => {
  const folder = await makeTestFolder();
  const lastGood = join(folder, 'last-good.production.0123456789ab.json');
  const keepAll = async (earlier: EarlierTables, numbers: readonly number[], inUse: readonly number[]) => {
    for (const number of numbers) {
      await writeFile(join(folder, 'new'), `table ${number}`);
      await rename(join(folder, 'new'), lastGood);
      await earlier.keep(table(number), new Set(inUse.map(table)));
    }
  };
  await keepAll(
    new EarlierTables(lastGood, 0),
    Array.from({ length: 12 }, (_, number) => number),
    [0],
  );
  const restarted = new EarlierTables(lastGood);
  await keepAll(restarted, [12], []);
  expect(await readFile(restarted.fileOf(table(0)), 'utf8')).toBe('table 0');
});
