import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Digest } from '#compiled/digest.ts';
import { readPackedTable } from '#compiled/table.ts';
import { nodeLifetimeMs } from '#serve/served/control-plane-settings.ts';
import { EarlierTables } from '#serve/sources/saved/earlier-tables.ts';
import { LastGoodKeeper } from '#serve/sources/saved/last-good-keeper.ts';
import { writeGoodTable } from '#serve/sources/saved/last-good.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { tableToKeep } from './tables-to-keep.ts';

const tables = Array.from({ length: 15 }, (_, number) => tableToKeep(number));
const digests = tables.map(({ table }) => table.digest);

/** The keeper of a gateway on a folder, which may be that of another one. */
async function openKeeper({ keepsEarlier = true, folder: shared = '' } = {}) {
  const folder = shared || (await makeTestFolder());
  const file = join(folder, 'last-good.production.0123456789ab.json');
  const time = { now: Date.now() };
  const earlier = new EarlierTables(file, () => time.now);
  const warnings: string[] = [];
  const keeper = new LastGoodKeeper(
    file,
    (message) => void warnings.push(message),
    keepsEarlier ? earlier : undefined,
  );
  const keep = (numbers: readonly number[], inUse: readonly number[] = []) => {
    for (const number of numbers)
      keeper.keep(tableToKeep(number), new Set(inUse.map((other) => digests[other] as Digest)));
  };
  /** Which tables are in files of their own. */
  const kept = async () => {
    const names = new Set(await readdir(folder));
    return digests.flatMap((digest, number) =>
      names.has(earlier.fileOf(digest).slice(folder.length + 1)) ? number : [],
    );
  };
  return { folder, file, time, earlier, keeper, keep, kept, warnings };
}

test('of tables that are served in quick succession the newest is the last good one, and all are kept', async () => {
  const { file, earlier, keeper, keep, kept, warnings } = await openKeeper();
  keep([0, 1, 2, 3, 1]);
  await keeper.close();
  expect(await kept()).toEqual([0, 1, 2, 3]);
  const texts = await Promise.all(
    [0, 1, 2, 3].map((number) => readFile(earlier.fileOf(digests[number] as Digest), 'utf8')),
  );
  expect(texts.map((text) => text.match(/tier-\d+/)?.[0])).toEqual(['tier-0', 'tier-1', 'tier-2', 'tier-3']);
  expect(await readFile(file, 'utf8')).toBe(texts[1]);
  expect(warnings).toEqual([]);
});

test('of many, only the latest are kept, and those that Envoys have', async () => {
  const { file, time, keeper, keep, kept } = await openKeeper();
  // From then on it may remove some.
  time.now += nodeLifetimeMs;
  keep(Array.from(tables.keys()), [2]);
  await keeper.close();
  expect(await kept()).toEqual([2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(await readFile(file, 'utf8')).toContain('tier-14');
});

test('without Envoys, only the newest of them is written', async () => {
  const { folder, file, keeper, keep } = await openKeeper({ keepsEarlier: false });
  keep([0, 1, 2]);
  await keeper.close();
  expect(await readdir(folder)).toEqual(['last-good.production.0123456789ab.json']);
  expect(await readFile(file, 'utf8')).toContain('tier-2');
});

test('the last good table of before is kept once another one replaces it', async () => {
  const { file, keeper, keep, kept } = await openKeeper();
  await writeGoodTable(file, tableToKeep(0));
  await keeper.noteRead(tableToKeep(0));
  keep([1]);
  await keeper.close();
  expect(await kept()).toEqual([0, 1]);
});

test('the last good table of before is kept as itself, also if another gateway has replaced it meanwhile', async () => {
  const { folder, file, keeper, earlier, warnings } = await openKeeper();
  await writeGoodTable(file, tableToKeep(0));
  const other = await openKeeper({ folder });
  other.keep([1]);
  await other.keeper.close();
  await keeper.noteRead(tableToKeep(0));
  for (const number of [0, 1])
    expect(await earlier.read(digests[number] as Digest, 'production')).toEqual(tableToKeep(number));
  expect(warnings).toEqual([]);
});

test('a file that is the last good table is not written again when that is read', async () => {
  const { folder, keep, earlier, keeper } = await openKeeper();
  keep([0]);
  await keeper.close();
  const fileOf = async () => (await stat(earlier.fileOf(digests[0] as Digest), { bigint: true })).ino;
  const before = await fileOf();
  await (await openKeeper({ folder })).keeper.noteRead(tableToKeep(0));
  expect(await fileOf()).toBe(before);
});

test('two gateways on a folder that keep the same tables at once keep each as itself', async () => {
  const { folder, file, ...one } = await openKeeper();
  const other = await openKeeper({ folder });
  for (const round of [0, 1, 2, 3]) {
    one.keep([round, round + 1, round + 2]);
    other.keep([round + 2, round + 1, round]);
    await Promise.all([
      other.keeper.noteRead(tableToKeep(round)),
      one.keeper.noteRead(tableToKeep(round + 1)),
    ]);
  }
  await Promise.all([one.keeper.close(), other.keeper.close()]);
  for (const number of await one.kept())
    expect(await one.earlier.read(digests[number] as Digest, 'production')).toEqual(tableToKeep(number));
  expect(await one.kept()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(digests).toContain(readPackedTable(await readFile(file)).digest);
  expect([...one.warnings, ...other.warnings]).toEqual([]);
});

test('a warning names the file that cannot be written, and the other one is written', async () => {
  const lastGood = await openKeeper();
  await mkdir(lastGood.file);
  lastGood.keep([0]);
  await lastGood.keeper.close();
  expect(lastGood.warnings).toEqual([
    `The last good table cannot be kept in ${lastGood.file}: it is a folder.`,
  ]);
  expect(await readFile(lastGood.earlier.fileOf(digests[0] as Digest), 'utf8')).toContain('tier-0');

  const earlier = await openKeeper();
  const file = earlier.earlier.fileOf(digests[0] as Digest);
  await mkdir(file);
  earlier.keep([0]);
  await earlier.keeper.close();
  expect(earlier.warnings).toEqual([`The earlier table cannot be kept in ${file}: it is a folder.`]);
  expect(await readFile(earlier.file, 'utf8')).toContain('tier-0');
});
