import { expect, test } from 'vitest';
import { openEventLog } from '../../../src/cli/run/event-log.ts';
import { ioInMemory } from '../io-in-memory.ts';

test('events are counted while more than 1 MiB waits for the reader of the log', () => {
  const { io, written } = ioInMemory('/here');
  let waiting = 0;
  const stderr = { ...io.stderr, waiting: () => waiting };
  const log = openEventLog('text', { show: (file) => file, io: { ...io, stderr } });
  const warn = (message: string) => log({ type: 'warning', message });
  warn('First.');
  waiting = 1024 * 1024 + 1;
  warn('Lost.');
  log({ type: 'stopping' });
  waiting = 0;
  warn('Last.');
  expect(written).toEqual({
    stdout: '',
    stderr:
      'warning: First.\n' +
      'warning: 2 events were not logged, since the reader of the log was too slow.\n' +
      'warning: Last.\n',
  });
});
