import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeLifetimeMs } from '#serve/served/control-plane-settings.ts';
import { EarlierTables } from '#serve/sources/saved/earlier-tables.ts';
import { writeGoodTable } from '#serve/sources/saved/last-good.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { tableToKeep } from './tables-to-keep.ts';

const digestOf = (number: number) => tableToKeep(number).table.digest;

/** The tables of a gateway on a folder, started long enough ago that it may remove some. */
async function openTables() {
  const folder = await makeTestFolder();
  const lastGood = join(folder, 'last-good.production.0123456789ab.json');
  const time = { now: Date.now() };
  /** Of another gateway on the same folder, or after a restart. */
  const open = () => new EarlierTables(lastGood, () => time.now);
  const earlier = open();
  time.now += nodeLifetimeMs;
  const keep = async (tables: EarlierTables, numbers: readonly number[], inUse: readonly number[] = []) => {
    for (const number of numbers) {
      await tables.keep(tableToKeep(number), number);
      await tables.removeOthers(new Set(inUse.map(digestOf)));
    }
  };
  return { folder, lastGood, time, open, keep, earlier };
}

/** How many tables there are from 0 on. */
function firstNumbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

test('the last ten tables and those that Envoys have are kept, each as it was served', async () => {
  const { folder, earlier, keep } = await openTables();
  await writeFile(join(folder, 'earlier.other.0123456789ab.json'), 'of another deployment');
  await keep(earlier, firstNumbers(15), [2, 99]);
  const kept = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  expect((await readdir(folder)).toSorted()).toEqual(
    [
      ...kept.map(
        (number) => `earlier.production.0123456789ab.${digestOf(number).slice('sha256:'.length)}.json`,
      ),
      'earlier.other.0123456789ab.json',
    ].toSorted(),
  );
  for (const number of kept)
    expect(await earlier.read(digestOf(number), 'production')).toEqual(tableToKeep(number));
});

test('one that is served again is replaced', async () => {
  const { earlier, keep } = await openTables();
  await keep(earlier, [1, 2]);
  const signed = { ...tableToKeep(1), signature: { jws: 'a signature', keyId: 'key', signedAt: 3 } };
  await earlier.keep(signed, 3);
  expect(await readFile(earlier.fileOf(digestOf(1)), 'utf8')).toMatch(/^a signature\n/);
});

test('after a restart, none is removed before Envoys have had time to poll', async () => {
  const { open, earlier, keep } = await openTables();
  await keep(earlier, firstNumbers(12), [0]);
  const restarted = open();
  await keep(restarted, [12]);
  expect(await restarted.read(digestOf(0), 'production')).toEqual(tableToKeep(0));
});

test('of two gateways on a folder, none removes a table that an Envoy of the other one has', async () => {
  const { time, open, earlier: one, keep } = await openTables();
  const other = open();
  await keep(one, [0, 1]);
  time.now += nodeLifetimeMs;
  await one.noteInUse(new Set([0, 99].map(digestOf)));
  await keep(other, firstNumbers(14).slice(2));
  expect(await other.read(digestOf(0), 'production')).toEqual(tableToKeep(0));
  expect(await other.read(digestOf(1), 'production')).toBeUndefined();
  // It was not served any later for that.
  expect((await stat(one.fileOf(digestOf(0)))).mtimeMs).toBe(0);
  // Its Envoys have not polled since.
  time.now += nodeLifetimeMs + 1000;
  await keep(other, [14]);
  expect(await other.read(digestOf(0), 'production')).toBeUndefined();
});

test('one that was served just now is not removed before its gateway can note that Envoys have it', async () => {
  const { time, earlier, keep } = await openTables();
  await earlier.keep(tableToKeep(0), time.now);
  const later = firstNumbers(13).slice(1);
  for (const number of later) await earlier.keep(tableToKeep(number), time.now + number);
  await keep(earlier, [13]);
  expect(await earlier.read(digestOf(0), 'production')).toEqual(tableToKeep(0));
  time.now += nodeLifetimeMs;
  await keep(earlier, [14]);
  expect(await earlier.read(digestOf(0), 'production')).toBeUndefined();
});

test('one that another gateway removes meanwhile is not reported', async () => {
  const { folder, earlier, keep } = await openTables();
  // It is listed, and there is nothing when its time is asked for.
  await symlink(join(folder, 'nothing'), earlier.fileOf(digestOf(99)));
  await keep(earlier, firstNumbers(11));
  expect(await earlier.read(digestOf(0), 'production')).toBeUndefined();
});

test('what a gateway that was killed has left half done is removed, once nobody can be about to do the rest', async () => {
  const { folder, lastGood, time, open, keep } = await openTables();
  const restarted = open();
  const kept = restarted.fileOf(digestOf(0));
  const left = [`${lastGood}.0123456789ab`, `${restarted.fileOf(digestOf(99))}.0123456789ab`];
  const others = [
    `${lastGood}.backup`,
    `${kept}.backup`,
    kept.replace('production', 'other').concat('.0123456789ab'),
    kept.replace('.json', '.signed'),
  ];
  for (const file of [...left, ...others]) await writeFile(file, 'half of it');
  const names = async () => (await readdir(folder)).map((name) => join(folder, name)).toSorted();
  time.now = Date.now();
  await keep(restarted, [0]);
  expect(await names()).toEqual([...left, ...others, kept].toSorted());
  time.now += nodeLifetimeMs + 1000;
  await keep(restarted, [0]);
  expect(await names()).toEqual([...others, kept].toSorted());
});

test('one that is another table than its name says is not used', async () => {
  const { earlier } = await openTables();
  const file = earlier.fileOf(digestOf(1));
  await writeGoodTable(file, tableToKeep(2));
  await expect(earlier.read(digestOf(1), 'production')).rejects.toThrow(
    `The earlier table ${file} cannot be used: The file contains the table ${digestOf(2)}.`,
  );
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
