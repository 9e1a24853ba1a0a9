// @module-tag full
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AuditLogOptions, openAuditLog, renderAuditLine } from '#platform/logs/audit-log.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../in-folder.ts';

const epoch = '2026-01-02T03:04:05.006Z';

/** A log in its own folder, with a stopped clock. */
async function openLog(changes: Partial<AuditLogOptions> = {}) {
  const file = join(await makeTestFolder(), 'audit.jsonl');
  const warnings: string[] = [];
  const options = {
    file,
    clock: () => Date.parse(epoch),
    warn: (message: string) => void warnings.push(message),
  };
  const log = openAuditLog({ ...options, ...changes });
  onTestFinished(() => log.close());
  const lines = async (path = file) => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return text.split('\n').slice(0, -1);
  };
  /** Waits until the file has a number of lines, and returns their events. */
  const entries = (count: number, path = file) =>
    eventually(async () => {
      const found = await lines(path);
      if (found.length < count) throw new Error(`${found.length} lines`);
      return found.map((line) => JSON.parse(line) as unknown);
    });
  return { ...log, file, warnings, lines, entries };
}

const failed = (user: string): AuditEvent => ({ event: 'login_failed', user });
const entry = (user: string) => ({ time: epoch, event: 'login_failed', user });

describe('the audit log', () => {
  test('adds a line for each event to what is there, in a file for its owner alone', async () => {
    const log = await openLog();
    log.write(failed('ada'));
    log.write({ event: 'reloaded', digest: 'sha256:00' });
    expect(await log.entries(2)).toEqual([
      entry('ada'),
      { time: epoch, event: 'reloaded', digest: 'sha256:00' },
    ]);
    expect((await stat(log.file)).mode & 0o777).toBe(0o600);
    await log.close();
    const again = openAuditLog({ file: log.file, clock: () => 0, warn: () => undefined });
    again.write(failed('bob'));
    await again.close();
    expect(await log.lines()).toHaveLength(3);
  });

  test('has everything once it is closed', async () => {
    const log = await openLog();
    const users = Array.from({ length: 5000 }, (_, index) => `user${index}`);
    for (const user of users) log.write(failed(user));
    await log.close();
    expect(await log.entries(1)).toEqual(users.map(entry));
  });

  test('goes on in a new file where its file was moved away', async () => {
    const log = await openLog();
    log.write(failed('ada'));
    await log.entries(1);
    await rename(log.file, `${log.file}.1`);
    log.write(failed('bob'));
    expect(await log.entries(1)).toEqual([entry('bob')]);
    expect(await log.entries(1, `${log.file}.1`)).toEqual([entry('ada')]);
    expect((await stat(log.file)).mode & 0o777).toBe(0o600);
  });

  test('goes on at the beginning where its file was copied and cut', async () => {
    const log = await openLog();
    log.write(failed('ada'));
    await log.entries(1);
    await copyFile(log.file, `${log.file}.1`);
    await truncate(log.file);
    log.write(failed('bob'));
    expect(await log.entries(1)).toEqual([entry('bob')]);
    expect(log.warnings).toEqual([]);
  });

  test('reports once that its folder is missing, and writes what waited when it is back', async () => {
    const folder = join(await makeTestFolder(), 'state');
    const log = await openLog({ file: join(folder, 'audit.jsonl') });
    log.write(failed('ada'));
    await eventually(() => expect(log.warnings).toHaveLength(1));
    log.write(failed('bob'));
    await mkdir(folder);
    expect(await log.entries(2, join(folder, 'audit.jsonl'))).toEqual([entry('ada'), entry('bob')]);
    expect(log.warnings).toEqual([
      `The audit log ${join(folder, 'audit.jsonl')} cannot be written (the file does not exist): ` +
        'events are buffered in memory, and dropped if there are too many.',
    ]);
  });
});

describe.skipIf(!existsSync('/dev/full'))(
  'the audit log on a disk that is full (skipped without /dev/full)',
  () => {
    /** A log whose disk is full until it is mended. */
    async function openFull(changes: Partial<AuditLogOptions> = {}) {
      const file = join(await makeTestFolder(), 'audit.jsonl');
      await symlink('/dev/full', file);
      const log = await openLog({ file, ...changes });
      return { ...log, file, mend: () => rm(file) };
    }

    test('keeps what happens, and tells it once', async () => {
      const log = await openFull();
      log.write(failed('ada'));
      await eventually(() => expect(log.warnings).toHaveLength(1));
      for (const user of ['bob', 'eve']) log.write(failed(user));
      await log.mend();
      expect(await log.entries(3, log.file)).toEqual(['ada', 'bob', 'eve'].map(entry));
      expect(log.warnings).toEqual([expect.stringContaining('cannot be written (the disk is full)')]);
    });

    test('tells it again where the disk took something meanwhile', async () => {
      const log = await openFull();
      log.write(failed('ada'));
      await eventually(() => expect(log.warnings).toHaveLength(1));
      await log.mend();
      await log.entries(1, log.file);
      await rm(log.file);
      await symlink('/dev/full', log.file);
      log.write(failed('bob'));
      await eventually(() => expect(log.warnings).toHaveLength(2));
      expect(log.warnings[1]).toBe(log.warnings[0]);
    });

    test('counts what no longer fits into memory, in a line at its place', async () => {
      const log = await openFull({ maxWaiting: 300 });
      log.write(failed('first'));
      await eventually(() => expect(log.warnings).toHaveLength(1));
      for (let index = 0; index < 1000; index += 1) log.write(failed(`user${index}`));
      await log.mend();
      const entries = (await log.entries(6, log.file)) as { event: string; count?: number }[];
      expect(entries.map(({ event, count }) => count ?? event)).toEqual([
        ...entries.slice(0, -1).map(() => 'login_failed'),
        1000 - (entries.length - 2),
      ]);
      log.write(failed('last'));
      expect((await log.entries(entries.length + 1, log.file)).at(-1)).toEqual(entry('last'));
    });

    test('closes all the same', async () => {
      const log = await openFull();
      log.write(failed('ada'));
      await log.close();
      expect(log.warnings).toHaveLength(1);
    });
  },
);

const hasPipes = spawnSync('mkfifo', ['--version']).status === 0;

test.skipIf(!hasPipes)(
  'a pipe that nothing reads from is told of, and does not hold the end (skipped without mkfifo)',
  async () => {
    const file = join(await makeTestFolder(), 'audit.jsonl');
    spawnSync('mkfifo', [file]);
    const log = await openLog({ file });
    log.write(failed('ada'));
    await log.close();
    expect(log.warnings).toEqual([
      `The audit log ${file} cannot be written (nothing reads from it): events are buffered in memory, and dropped if there are too many.`,
    ]);
  },
);

describe('a line of the audit log', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 40 });

  test('says what happened and nothing else, whatever callers send', () => {
    fc.assert(
      fc.property(anyText, anyText, (user, reason) => {
        const line = renderAuditLine(Date.parse(epoch), { event: 'login_failed', user, reason });
        expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+\n$/u);
        expect(JSON.parse(line)).toEqual({ time: epoch, event: 'login_failed', user, reason });
      }),
    );
  });

  test('cannot be forged by a value that ends it', () => {
    const forged = '"}\n{"time":"2026-01-02T03:04:05.006Z","event":"login_succeeded","user":"root';
    for (const lineBreak of [
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u001b[2K\u001b[1A',
      '\u009b1A',
      '\u202e',
    ]) {
      const user = forged.replace('\n', lineBreak);
      const line = renderAuditLine(0, failed(user));
      expect(line.slice(0, -1)).not.toContain(lineBreak);
      expect(JSON.parse(line)).toMatchObject({ event: 'login_failed', user });
    }
  });

  test('stays short though its values are long', () => {
    const line = renderAuditLine(0, failed('é'.repeat(100_000)));
    expect(JSON.parse(line)).toMatchObject({ user: `${'é'.repeat(256)}…` });
    const scopes = Array.from({ length: 1000 }, (_, index) => `scope${index}`);
    const refused = { event: 'consent_refused', clientId: 'a', subject: 'user:ada', scopes } as const;
    expect(JSON.parse(renderAuditLine(0, refused))).toMatchObject({ scopes: scopes.slice(0, 256) });
  });
});

test('two logs on one file keep their lines apart', async () => {
  const first = await openLog();
  const second = openAuditLog({ file: first.file, clock: () => Date.parse(epoch), warn: () => undefined });
  await writeFile(first.file, '');
  for (let index = 0; index < 2000; index += 1) {
    first.write(failed('ada'));
    second.write(failed('bob'));
  }
  await Promise.all([first.close(), second.close()]);
  const entries = await first.entries(4000);
  expect(entries.filter((one) => JSON.stringify(one) === JSON.stringify(entry('ada')))).toHaveLength(2000);
  expect(entries.filter((one) => JSON.stringify(one) === JSON.stringify(entry('bob')))).toHaveLength(2000);
});

const audited = fileURLToPath(new URL('../../../src/platform/logs/audit-log.ts', import.meta.url));

/** Writes two lines of 600 bytes where files may have 1024, and again after `meanwhile`. */
async function appendBeyondLimit(meanwhile: string): Promise<readonly (readonly string[])[]> {
  const file = join(await makeTestFolder(), 'audit.jsonl');
  const script = `
    import { renameSync } from 'node:fs';
    import { AuditFile } from ${JSON.stringify(audited)};
    const file = ${JSON.stringify(file)};
    const lines = Buffer.from('a'.repeat(599) + '\\n' + 'b'.repeat(599) + '\\n');
    const log = new AuditFile(file);
    const failure = await log.append(lines).catch(({ code }) => code);
    if (failure !== 'EFBIG') throw new Error(failure);
    ${meanwhile}
    await log.append(lines);
    await log.close();
  `;
  const command = 'ulimit -f 2; exec "$0" --input-type=module -e "$1"';
  const child = spawnSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' });
  expect(child.stderr).toBe('');
  const texts = await Promise.all([file, `${file}.1`].map((path) => readFile(path, 'utf8')));
  return texts.map((text) => text.split('\n').map((line) => `${line.slice(0, 1)}${line.length}`));
}

test('a line that the disk took half of is whole in the file that follows', async () => {
  expect(await appendBeyondLimit("renameSync(file, file + '.1');")).toEqual([
    ['b599', '0'],
    ['a599', 'b424'],
  ]);
});
