import { describe, expect, test } from 'vitest';
import { runCommandLine } from '#cli/run-command-line.ts';
import { ioInMemory } from '../io-in-memory.ts';
import { withWordedApis } from '../lint/worded-apis.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const line = (text: string): string => `\r\u001B[2K${text}`;
const progress = [line('Linting 1 of 2 APIs…'), line('')].join('');

/** What `gatewright lint` writes to standard error while it lints two APIs. */
async function talkOf(words: readonly string[], isTerminal: boolean): Promise<string> {
  await using folder = await temporaryFolder(withWordedApis('Cats'));
  const { io, written } = ioInMemory(folder.path);
  await runCommandLine(['lint', ...words], { ...io, stderr: { ...io.stderr, isTerminal } });
  return written.stderr;
}

describe('gatewright lint shows how far it is', () => {
  test.each([
    ['with a cache', []],
    ['without one', ['--no-cache']],
    ['whatever the format', ['--format', 'json']],
  ])('on a terminal, %s', async (_, words) => {
    expect(await talkOf(words, true)).toBe(progress);
  });

  test('to nobody elsewhere', async () => {
    expect(await talkOf([], false)).toBe('');
  });
});
