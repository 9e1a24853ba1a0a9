// @module-tag full
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AccessLogOptions, openAccessLog, renderAccess } from '#platform/logs/access-log.ts';
import type { AccessRecord } from '#runtime/ports/access-log.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../in-folder.ts';

const epoch = '2026-01-02T03:04:05.006Z';
const clock = () => Date.parse(epoch);

function open(destination: AccessLogOptions['destination'], maxWaiting?: number) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const log = openAccessLog({ destination, clock, warn, ...(maxWaiting ? { maxWaiting } : {}) });
  onTestFinished(() => log.close());
  return { ...log, warnings };
}

const record: AccessRecord = {
  requestId: 'r1',
  client: '192.0.2.1',
  protocol: '1.1',
  method: 'GET',
  path: '/dogs',
  status: 200,
  durationMs: 1.5,
  digest: 'sha256:00',
  failure: undefined,
};

describe('the lines of the access log', () => {
  test('are JSON with the level and the time in front, and say nothing of what is not known', () => {
    const lines: string[] = [];
    renderAccess(clock, (line) => lines.push(line))(record);
    expect(lines).toEqual([
      `{"level":"info","time":"${epoch}","requestId":"r1","client":"192.0.2.1","protocol":"1.1","method":"GET","path":"/dogs","status":200,"durationMs":1.5,"digest":"sha256:00"}\n`,
    ]);
  });

  test('cannot be forged by what a caller sends', () => {
    const lines: string[] = [];
    const path = '/a\n{"level":"info"}\u2028\u001b[2J\u202e"\\';
    renderAccess(clock, (line) => lines.push(line))({ ...record, path });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[\x20-\x7e]*\n$/);
    expect((JSON.parse(lines[0] ?? '') as AccessRecord).path).toBe(path);
  });
});

const hasFull = existsSync('/dev/full');

/** Writes a number of lines of 1000 bytes to a pipe whose other end is at `reader`, and returns the result. */
async function pipeTo(
  reader: string,
  lines: number,
  { writer = '"$0"', before = '', after = '', patienceMs = 1000 } = {},
) {
  const script = `
    import { setTimeout as delay } from 'node:timers/promises';
    import { openAccessLog } from '${join(process.cwd(), 'src/platform/logs/access-log.ts')}';
    const warnings = [];
    const log = openAccessLog({ destination: 'stdout', clock: Date.now, warn: (text) => warnings.push(text), patienceMs: ${patienceMs} });
    const line = 'x'.repeat(999) + '\\n';
    for (let index = 0; index < ${lines}; index++) {
      log.write(line, 1);
      if (index % 1000 === 0) await delay(10);
    }
    if (${lines} > 10_000) while (warnings.length === 0) await delay(10);
    await log.close();
    process.stderr.write(JSON.stringify({ warnings, hasLost: log.lost() > 0 }));
  `;
  const folder = await makeTestFolder();
  const { stderr, status } = spawnSync(
    'bash',
    [
      '-c',
      `exec 3> >(${reader}); ${before} ${writer} --input-type=module -e "$1" >&3; status=$?; ${after} exit $status`,
      process.execPath,
      script,
    ],
    { encoding: 'utf8', cwd: folder, timeout: 30_000 },
  );
  const written = async (bytes: number) => {
    const file = join(folder, 'written');
    await eventually(() => expect(statSync(file).size).toBe(bytes));
  };
  return { status, told: JSON.parse(stderr) as unknown, written };
}

describe('the access log', () => {
  test('is written in time, and whole at the end', async () => {
    const file = join(await makeTestFolder(), 'access.log');
    const log = open({ file });
    log.write('a\nb\n', 2);
    await eventually(() => expect(readFileSync(file, 'utf8')).toBe('a\nb\n'));
    log.write('c\n', 1);
    await log.close();
    expect(readFileSync(file, 'utf8')).toBe('a\nb\nc\n');
    expect([log.lost(), log.warnings]).toEqual([0, []]);
  });

  test.skipIf(!hasFull)(
    'loses lines on a full disk, and counts them (skipped without /dev/full)',
    async () => {
      const log = open({ file: '/dev/full' }, 100);
      const line = `${'x'.repeat(99)}\n`;
      for (let index = 0; index < 10; index++) log.write(line, 1);
      await eventually(() => expect(log.warnings).toHaveLength(1));
      expect(log.warnings).toEqual([
        'The access log /dev/full cannot be written (the disk is full): lines are buffered in memory, and dropped if there are too many.',
      ]);
      const before = log.lost();
      expect(before).toBeGreaterThan(0);
      for (let index = 0; index < 10; index++) log.write(line.repeat(3), 3);
      expect(log.lost()).toBeGreaterThanOrEqual(before + 27);
    },
  );

  test('waits neither for a reader that has stopped reading, nor for its end', async () => {
    // `$!` is the reader.
    const after = 'kill $!;';
    const { status, told } = await pipeTo('exec sleep 60 > /dev/null 2>&1', 20_000, { after });
    expect([status, told]).toEqual([
      0,
      {
        warnings: [
          'The access log on standard output cannot be written (its reader does not keep up): lines are buffered in memory, and dropped if there are too many.',
        ],
        hasLost: true,
      },
    ]);
  });

  const nothing = { warnings: [], hasLost: false };

  test.each(['exec cat > written', 'sleep 0.3; exec cat > written'])(
    'takes more than a pipe holds for no trouble (%s)',
    async (reader) => {
      const { status, told, written } = await pipeTo(reader, 5000, { patienceMs: 10_000 });
      expect([status, told]).toEqual([0, nothing]);
      await written(5_000_000);
    },
  );

  // Root may open anything, unless it is left without the capability.
  const isRoot = process.getuid?.() === 0;
  const dropping = ['--bounding-set=-all', '--inh-caps=-all'];
  const writer = isRoot ? `setpriv ${dropping.join(' ')} "$0"` : '"$0"';
  const canDrop = !isRoot || spawnSync('setpriv', [...dropping, 'true']).status === 0;
  test.skipIf(!canDrop)(
    'goes to a pipe that may be written to and not opened (skipped for root without setpriv)',
    async () => {
      const before = 'chmod 0 /proc/self/fd/3;';
      const { status, told, written } = await pipeTo('exec cat > written', 5000, {
        writer,
        before,
        patienceMs: 10_000,
      });
      expect([status, told]).toEqual([0, nothing]);
      await written(5_000_000);
    },
  );
});
