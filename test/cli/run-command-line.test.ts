import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Io } from '#cli/io.ts';
import { runCommandLine } from '#cli/run-command-line.ts';

function brokenIo(debug: boolean): { readonly io: Io; readonly said: string[] } {
  const said: string[] = [];
  const paint: Io['stderr']['paint'] = (_, text) => text;
  const rest = { paint, deliver: async () => undefined, waiting: () => 0, isTerminal: false };
  const stdout = {
    ...rest,
    write: () => {
      throw new Error('the paper is jammed\nin tray 2');
    },
  };
  const stdin = { stream: Readable.from([]), isTerminal: false };
  return {
    io: {
      stdin,
      stdout,
      stderr: { ...rest, write: (text) => void said.push(text) },
      cwd: '/',
      env: {},
      debug,
    },
    said,
  };
}

const line = 'error: This is a bug in gatewright, please report it: the paper is jammed\n';

test('a mistake of our own is one line', async () => {
  const { io, said } = brokenIo(false);
  expect(await runCommandLine(['--help'], io)).toBe(2);
  expect(said).toEqual([line]);
});

test('its stack is shown to who debugs', async () => {
  const { io, said } = brokenIo(true);
  expect(await runCommandLine(['--help'], io)).toBe(2);
  expect(said).toEqual([line, expect.stringMatching(/^Error: the paper is jammed\nin tray 2\n {4}at .+/)]);
});
