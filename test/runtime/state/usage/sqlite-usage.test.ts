import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '#runtime/ports/token-store.ts';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';
import { openSqliteUsage } from '#runtime/state/usage/sqlite-usage.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { describeUsageStore, midnight, usage } from './usage-contract.ts';

const makeFile = async () => join(await makeTestFolder(), 'usage.sqlite');

describe('the usage in sqlite', () => {
  describeUsageStore(async () => {
    const file = await makeFile();
    return { open: async (clock) => openSqliteUsage(file, clock) };
  });

  test('removes what has expired, and the subjects that have nothing left', async () => {
    const file = await makeFile();
    let now = midnight;
    const store = openSqliteUsage(file, () => now);
    const applications = Array.from({ length: 30 }, (_, index) => `App${index}`);
    const increments = applications.map((application) => usage({ application }));
    await store.add({ writer: 'gateway', number: 1, increments });
    now += 500 * 86_400_000;
    for (let number = 2; number < 12; number += 1)
      await store.add({
        writer: 'gateway',
        number,
        increments: [usage({ application: 'App0', start: now })],
      });
    await store.close();
    using database = new DatabaseSync(file);
    expect(database.prepare('SELECT application FROM subjects').all()).toEqual([{ application: 'App0' }]);
    expect(database.prepare('SELECT count(*) AS counts FROM counts').all()).toEqual([{ counts: 6 }]);
  });

  test('adds a whole batch or nothing of it', async () => {
    const file = await makeFile();
    const store = openSqliteUsage(file, () => midnight);
    onTestFinished(() => store.close());
    // The time of the last one is not a number that a database accepts.
    const increments = [usage(), usage({ start: Number.NaN })];
    await expect(store.add({ writer: 'gateway', number: 1, increments })).rejects.toThrow(StoreError);
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER, applications: ['DogWalker'], step: 'day' as const };
    expect(await store.read(all)).toEqual([]);
    await store.add({ writer: 'gateway', number: 1, increments: [usage()] });
    expect((await store.read(all)).length).toBe(1);
  });

  test('is not taken for the state of tokens, nor the other way round', async () => {
    const [file, tokens] = [await makeFile(), await makeFile()];
    await openSqliteUsage(file, Date.now).close();
    await openSqliteStore(tokens, Date.now).close();
    const refused = (name: string) =>
      new StoreError(`The state database ${name} cannot be used: it is the database of another program.`);
    expect(() => openSqliteStore(file, Date.now)).toThrow(refused(file));
    expect(() => openSqliteUsage(tokens, Date.now)).toThrow(refused(tokens));
  });

  test('is not added to a file that was moved', async () => {
    const file = await makeFile();
    const store = openSqliteUsage(file, () => midnight);
    onTestFinished(() => store.close());
    await rename(file, `${file}.old`);
    await expect(store.add({ writer: 'gateway', number: 1, increments: [usage()] })).rejects.toThrow(
      new StoreError(`The state database ${file} was moved, removed or replaced: restart the gateway.`),
    );
  });
});
