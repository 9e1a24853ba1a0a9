import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderAccess } from '../../src/platform/access-lines.ts';
import { openAccessLog, type AccessLogOptions } from '../../src/platform/access-log.ts';
import type { AccessRecord } from '../../src/runtime/ports/access-log.ts';
import { makeTestFolder } from './in-folder.ts';

const epoch = '2026-01-02T03:04:05.006Z';
const clock = () => Date.parse(epoch);

function open(destination: AccessLogOptions['destination'], mostWaiting?: number) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const log = openAccessLog({ destination, clock, warn, ...(mostWaiting ? { mostWaiting } : {}) });
  onTestFinished(() => log.close());
  return { ...log, warnings };
}

const record: AccessRecord = {
  requestId: 'r1',
  client: '192.0.2.1',
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
      `{"level":"info","time":"${epoch}","requestId":"r1","client":"192.0.2.1","method":"GET","path":"/dogs","status":200,"durationMs":1.5,"digest":"sha256:00"}\n`,
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

describe('the access log', () => {
  test('is written in time, and whole at the end', async () => {
    const file = join(await makeTestFolder(), 'access.log');
    const log = open({ file });
    log.write('a\nb\n', 2);
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('a\nb\n'));
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
      await vi.waitFor(() => expect(log.warnings).toHaveLength(1));
      expect(log.warnings).toEqual([
        'The access log /dev/full cannot be written (the disk is full): lines wait in memory, and are lost if too many do.',
      ]);
      const before = log.lost();
      expect(before).toBeGreaterThan(0);
      for (let index = 0; index < 10; index++) log.write(line.repeat(3), 3);
      expect(log.lost()).toBeGreaterThanOrEqual(before + 27);
    },
  );

  test('waits neither for a reader that has stopped reading, nor for its end', async () => {
    const script = `
      import { openAccessLog } from '${join(process.cwd(), 'src/platform/access-log.ts')}';
      const warnings = [];
      const log = openAccessLog({ destination: 'stdout', clock: Date.now, warn: (text) => warnings.push(text) });
      const line = 'x'.repeat(999) + '\\n';
      for (let index = 0; index < 20_000; index++) log.write(line, 1);
      setTimeout(async () => {
        process.stderr.write(JSON.stringify({ warnings, hasLost: log.lost() > 0 }));
        await log.close();
      }, 500);
    `;
    const folder = await makeTestFolder();
    const { stderr, status } = spawnSync(
      'bash',
      ['-c', 'exec 3> >(sleep 5); "$0" --input-type=module -e "$1" >&3', process.execPath, script],
      { encoding: 'utf8', cwd: folder, timeout: 30_000 },
    );
    expect([status, JSON.parse(stderr)]).toEqual([
      0,
      {
        warnings: [
          'The access log on standard output cannot be written (its reader does not keep up): lines wait in memory, and are lost if too many do.',
        ],
        hasLost: true,
      },
    ]);
  });
});
