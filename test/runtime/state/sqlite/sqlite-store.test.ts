// @module-tag full
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { Digest } from '#compiled/digest.ts';
import { StoreError, type StoredGrant } from '#runtime/ports/token-store.ts';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { newCodeRecord, newDigest, newGrant } from '../grants-in-test.ts';
import { openElsewhere } from '../open-elsewhere.ts';
import { expectSameAsMemory } from '../same-as-memory.ts';
import { describeStore } from '../store-contract.ts';
import { full } from '../../../full-run.ts';

async function makeFile(): Promise<string> {
  return join(await makeTestFolder(), 'state.sqlite');
}

async function makeState() {
  const file = await makeFile();
  return {
    open: async (clock: () => number) => openSqliteStore(file, clock),
    openElsewhere: () => openElsewhere(file),
  };
}

/** Writes in a separate thread, since opening blocks the thread. */
const writeForAWhile = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require('node:sqlite').DatabaseSync)(workerData);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('writes');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  database.close();
`;

const soon = () => Date.now() / 1000 + 60;

describe('the store in sqlite', () => {
  describeStore(makeState);

  test('answers as the one in memory does', () => expectSameAsMemory(makeState, 100));

  test('knows after a restart what it knew before', async () => {
    const file = await makeFile();
    const [record, grant, revoked] = [newCodeRecord(), newGrant(), newGrant()];
    const [code, token, identifier] = [newDigest(), newDigest(), newDigest()];
    const until = soon();
    const before = openSqliteStore(file, Date.now);
    await before.putCode(code, record, { expiresAt: until, forgetAt: until });
    await before.openGrant(grant, token, { idleUntil: until, endsAt: until });
    await before.claim(identifier, until);
    await before.revoke(revoked.id, until);
    await before.close();
    const after = openSqliteStore(file, Date.now);
    onTestFinished(() => after.close());
    expect(await after.takeCode(code, record.clientId)).toEqual({ first: true, record });
    expect(await after.findGrant(grant.id, token)).toEqual({ grant, isCurrent: true, idleUntil: until });
    expect(await after.claim(identifier, until)).toBe(false);
    expect(await after.revocations()).toEqual(new Map([[revoked.id, until]]));
  });

  test('has kept what it said that it did when its process is killed', async () => {
    const file = await makeFile();
    const record = newCodeRecord();
    const times = { expiresAt: soon(), forgetAt: soon(), idleUntil: soon(), endsAt: soon() };
    const store = await openElsewhere(file);
    const answered: (readonly [code: Digest, grant: StoredGrant, token: Digest])[] = [];
    const work = async (): Promise<never> => {
      for (;;) {
        const [code, grant, first, second] = [newDigest(), newGrant(), newDigest(), newDigest()];
        await store.putCode(code, record, times);
        await store.takeCode(code, record.clientId);
        await store.openGrant(grant, first, times);
        await store.rotate(grant.id, first, second, times.idleUntil);
        if (answered.push([code, grant, second]) === 100) void store.kill();
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, work));
    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: new StoreError('the process ended') })),
    );
    const after = openSqliteStore(file, Date.now);
    onTestFinished(() => after.close());
    for (const [code, grant, token] of answered) {
      expect(await after.takeCode(code, record.clientId)).toEqual({ first: false, record });
      expect(await after.findGrant(grant.id, token)).toMatchObject({ isCurrent: true });
    }
  });

  test('is opened by several processes at once, on a file that none has made', full, async () => {
    const file = await makeFile();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openElsewhere(file)));
    const identifier = newDigest();
    const claimed = await Promise.all(stores.map((store) => store.claim(identifier, soon())));
    await Promise.all(stores.map((store) => store.close()));
    expect(claimed.filter(Boolean).length).toBe(1);
  });

  test('is opened while another process makes its tables', full, async () => {
    const folder = await makeTestFolder();
    const program = fileURLToPath(new URL('open-files.ts', import.meta.url));
    const run = () => promisify(execFile)(process.execPath, [program, folder, '100']);
    const said = await Promise.all([run(), run(), run()]);
    expect(said.map(({ stderr }) => stderr)).toEqual(['', '', '']);
  });

  test('is opened while another writes to a file that has no log, as one restored', async () => {
    const file = await makeFile();
    await openSqliteStore(file, Date.now).close();
    using database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = DELETE');
    const writer = new Worker(writeForAWhile, { eval: true, workerData: file });
    await once(writer, 'message');
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    expect(await store.claim(newDigest(), soon())).toBe(true);
    await once(writer, 'exit');
  });

  test('deletes expired entries', async () => {
    const file = await makeFile();
    let now = Date.now();
    const clock = () => now;
    const store = openSqliteStore(file, clock);
    const at = (seconds: number) => now / 1000 + seconds;
    for (let count = 0; count < 10; count += 1) {
      await store.putCode(newDigest(), newCodeRecord(), { expiresAt: at(60), forgetAt: at(100) });
      await store.openGrant(newGrant(), newDigest(), { idleUntil: at(100), endsAt: at(1000) });
      await store.claim(newDigest(), at(100));
      await store.revoke(newGrant().id, at(100));
    }
    const kept = newGrant();
    await store.openGrant(kept, newDigest(), { idleUntil: at(101), endsAt: at(1000) });
    await store.close();
    now += 100_000;
    await openSqliteStore(file, clock).close();
    using database = new DatabaseSync(file);
    const counted = ['codes', 'chains', 'claims', 'revocations', 'listeners'].map(
      (table) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'],
    );
    expect(counted).toEqual([0, 1, 0, 0, 0]);
  });

  test('sees to its file while it is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const file = await makeFile();
    let now = Date.now();
    const store = openSqliteStore(file, () => now);
    onTestFinished(() => store.close());
    await store.claim(newDigest(), now / 1000 + 5);
    /** How many claims are in the file, or only in a copy of it, without those still in the log. */
    const countClaims = (path: string) => {
      using database = new DatabaseSync(path);
      return database.prepare('SELECT count(*) AS claims FROM claims').get()?.['claims'];
    };
    const countWithoutLog = async () => {
      await copyFile(file, `${file}.copy`);
      return countClaims(`${file}.copy`);
    };
    vi.advanceTimersByTime(999);
    const before = await countWithoutLog().catch(() => 0);
    vi.advanceTimersByTime(1);
    expect([before, await countWithoutLog()]).toEqual([0, 1]);
    now += 10_000;
    vi.advanceTimersByTime(8_999);
    expect(countClaims(file)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(countClaims(file)).toBe(0);
  });

  test('writes nothing to a file that was removed from its folder', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const file = await makeFile();
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    const claim = () => store.claim(newDigest(), soon());
    const refusal = new StoreError(
      `The state database ${file} cannot be used: it was moved, removed or replaced: restart the gateway.`,
    );
    await rename(file, `${file}.moved`);
    vi.advanceTimersByTime(1000);
    await expect(claim()).rejects.toThrow(refusal);
    await copyFile(`${file}.moved`, file);
    vi.advanceTimersByTime(1000);
    await expect(claim()).rejects.toThrow(refusal);
    await expect(store.revoke(newGrant().id, soon())).rejects.toThrow(refusal);
    await rename(`${file}.moved`, file);
    vi.advanceTimersByTime(1000);
    expect(await claim()).toBe(true);
  });

  test('does not revoke by halves', async () => {
    const file = await makeFile();
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    const [grant, token] = [newGrant(), newDigest()];
    await store.openGrant(grant, token, { idleUntil: soon(), endsAt: soon() });
    using other = new DatabaseSync(file);
    other.exec("CREATE TRIGGER t BEFORE DELETE ON chains BEGIN SELECT RAISE(FAIL, 'not now'); END");
    await expect(store.revoke(grant.id, soon())).rejects.toThrow(StoreError);
    expect(await store.revocations()).toEqual(new Map());
    expect(await store.findGrant(grant.id, token)).toMatchObject({ isCurrent: true });
    other.exec('DROP TRIGGER t');
    await store.revoke(grant.id, soon());
    expect(await store.findGrant(grant.id, token)).toBeUndefined();
  });

  test('waits no longer than a second for a process that does not answer, and not again', full, async () => {
    const file = await makeFile();
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    const [killed, frozen] = [await openElsewhere(file), await openElsewhere(file)];
    onTestFinished(frozen.kill);
    await killed.kill();
    frozen.freeze();
    await store.revoke(newGrant().id, soon());
    using database = new DatabaseSync(file);
    const listeners = database.prepare('SELECT count(*) AS rows FROM listeners').get();
    expect({ ...listeners }).toEqual({ rows: 1 });
  });

  test('waits for a process that is kept from answering, and does not forget it', async () => {
    const file = await makeFile();
    const [first, second] = [openSqliteStore(file, Date.now), openSqliteStore(file, Date.now)];
    for (const store of [first, second]) onTestFinished(() => store.close());
    const told: string[] = [];
    second.onRevoked((id) => told.push(id));
    using other = new DatabaseSync(file);
    const ids = Array.from({ length: 5 }, () => newGrant().id);
    for (const id of ids) {
      const revoked = first.revoke(id, soon());
      other.exec('BEGIN IMMEDIATE');
      await eventually(() => expect(told).toContain(id));
      other.exec('ROLLBACK');
      await revoked;
    }
    expect(told).toEqual(ids);
    expect({ ...other.prepare('SELECT count(*) AS rows FROM listeners').get() }).toEqual({ rows: 2 });
  });

  test('adds what an earlier release did not have, and lists the grants from before', async () => {
    const file = await makeFile();
    const before = openSqliteStore(file, Date.now);
    const grant = newGrant();
    await before.openGrant(grant, newDigest(), { idleUntil: soon(), endsAt: soon() });
    await before.close();
    using database = new DatabaseSync(file);
    database.exec('DROP TABLE logins; DROP INDEX chains_by_subject; UPDATE chains SET rotated_at = 0');
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    const ends = expect.any(Number) as number;
    expect(await Array.fromAsync(store.listGrants(grant.subject))).toEqual([
      { grant, idleUntil: ends, endsAt: ends },
    ]);
    await store.putLogin('login', { checkedAt: 1, evidence: 'sealed' }, soon());
    expect(await store.findLogin('login')).toEqual({ checkedAt: 1, evidence: 'sealed' });
  });

  test('finds the grants of a subject by an index', async () => {
    const file = await makeFile();
    onTestFinished(() => store.close());
    const store = openSqliteStore(file, Date.now);
    using database = new DatabaseSync(file);
    const plan = database
      .prepare(
        "EXPLAIN QUERY PLAN SELECT id FROM chains WHERE json_extract(grant_record, '$.subject') = 'a' AND id > ''",
      )
      .all();
    expect(JSON.stringify(plan)).toContain('chains_by_subject');
  });

  test.each([
    ['a text', async (file: string) => writeFile(file, 'This is no database. '.repeat(100))],
    [
      'a database of another program',
      async (file: string) => {
        using database = new DatabaseSync(file);
        database.exec('CREATE TABLE notes (text TEXT)');
      },
    ],
    [
      'a database of a later version',
      async (file: string) => {
        await openSqliteStore(file, Date.now).close();
        using database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 2');
      },
    ],
    [
      'a damaged database',
      async (file: string) => {
        await openSqliteStore(file, Date.now).close();
        await writeFile(file, Buffer.alloc(3000, 0xff), { flag: 'r+' });
      },
    ],
    ['a folder that is missing', async () => undefined],
  ])('does not open %s', async (kind, make) => {
    const file = kind.includes('missing') ? join(await makeFile(), 'state.sqlite') : await makeFile();
    await make(file);
    const before = await stat(file).catch(() => undefined);
    const reasons: Readonly<Record<string, string>> = {
      'a text': 'it is not an SQLite database, or it is corrupted',
      'a database of another program': 'it is the database of another program',
      'a database of a later version':
        'it has version 2 and was written by a later Gatewright; this one supports version 1',
      'a damaged database': 'it is not an SQLite database, or it is corrupted',
      'a folder that is missing': 'it cannot be opened',
    };
    expect(() => openSqliteStore(file, Date.now)).toThrow(
      `The state database ${file} cannot be used: ${reasons[kind]}.`,
    );
    const after = await stat(file).catch(() => undefined);
    expect([after?.size, after?.mtimeMs]).toEqual([before?.size, before?.mtimeMs]);
  });

  test('lets the process go on while another one has it locked, for so long', full, async () => {
    const file = await makeFile();
    const store = openSqliteStore(file, Date.now);
    onTestFinished(() => store.close());
    using other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const identifier = newDigest();
    const claims = [store.claim(identifier, soon()), store.claim(identifier, soon())];
    const revoked = store.revoke(newGrant().id, soon());
    await new Promise((resolve) => setTimeout(resolve, 100));
    other.exec('ROLLBACK');
    expect((await Promise.all(claims)).filter(Boolean)).toEqual([true]);
    await revoked;
    expect(await store.revocations()).toHaveProperty('size', 1);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.claim(newDigest(), soon())).rejects.toThrow(
      new StoreError(
        `The state database ${file} cannot be used: another process has kept it locked for too long.`,
      ),
    );
  });

  test('leaves nothing but its file behind', async () => {
    const file = await makeFile();
    const store = openSqliteStore(file, Date.now);
    await store.claim(newDigest(), soon());
    await store.close();
    await store.close();
    expect(await readdir(join(file, '..'))).toEqual(['state.sqlite']);
  });
});
