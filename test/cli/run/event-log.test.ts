import { expect, test } from 'vitest';
import { type LogFormat, openEventLog } from '#cli/run/event-log.ts';
import { ioInMemory } from '../io-in-memory.ts';

const tooMuch = 1024 * 1024 + 1;

/** A log whose readers have taken nothing yet of as many bytes as `waiting` has. */
function openLog(format: LogFormat) {
  const { io, written } = ioInMemory('/here');
  const waiting = { stdout: 0, stderr: 0 };
  const stdout = { ...io.stdout, waiting: () => waiting.stdout };
  const stderr = { ...io.stderr, waiting: () => waiting.stderr };
  const log = openEventLog(format, { show: (file) => file, io: { ...io, stdout, stderr } });
  const warn = (message: string) => log.write({ type: 'warning', message });
  return { log, warn, waiting, written };
}

test('events are counted while more than 1 MiB waits for the reader of the log', () => {
  const { warn, waiting, written } = openLog('text');
  warn('First.');
  waiting.stderr = tooMuch;
  warn('Lost.');
  warn('Lost too.');
  waiting.stderr = 0;
  warn('Last.');
  expect(written).toEqual({
    stdout: '',
    stderr:
      'warning: First.\n' +
      'warning: 2 events were not logged, since the reader of the log was too slow.\n' +
      'warning: Last.\n',
  });
});

test('events on one output are logged while the reader of the other one is slow', () => {
  const { log, warn, waiting, written } = openLog('text');
  waiting.stdout = tooMuch;
  log.write({ type: 'reload-requested' });
  warn('Logged.');
  waiting.stdout = 0;
  waiting.stderr = tooMuch;
  log.write({ type: 'stopping' });
  expect(written).toEqual({
    stdout: 'Stopping after the calls in flight have finished.\n',
    stderr: 'warning: Logged.\nwarning: 1 event was not logged, since the reader of the log was too slow.\n',
  });
});

test('JSON is logged while the reader of the access log is slow', () => {
  const { warn, waiting, written } = openLog('json');
  waiting.stdout = tooMuch;
  warn('Logged.');
  expect(JSON.parse(written.stderr)).toEqual({
    level: 'warn',
    time: expect.any(String),
    event: 'warning',
    message: 'Logged.',
  });
});

test('lost events are reported at the end, without those that nobody needs to read of', () => {
  const { log, warn, waiting, written } = openLog('text');
  waiting.stdout = tooMuch;
  waiting.stderr = tooMuch;
  warn('Lost.');
  log.write({ type: 'unchanged' });
  log.write({ type: 'stopping' });
  log[Symbol.dispose]();
  log[Symbol.dispose]();
  expect(written).toEqual({
    stdout: '',
    stderr: 'warning: 2 events were not logged, since the reader of the log was too slow.\n',
  });
});
