import { expect, test } from 'vitest';
import { progressOn } from '#cli/views/progress.ts';

/** The output while three APIs are linted. */
function writtenOn(isTerminal: boolean): readonly string[] {
  const written: string[] = [];
  const progress = progressOn({ write: (text) => void written.push(text), isTerminal });
  for (const done of [0, 1, 2, 3]) progress(done, 3);
  return written;
}

test('on a terminal one line is written over, and wiped at the end', () => {
  expect(writtenOn(true)).toEqual([
    '\r\u001B[2KLinting 0 of 3 APIs…',
    '\r\u001B[2KLinting 1 of 3 APIs…',
    '\r\u001B[2KLinting 2 of 3 APIs…',
    '\r\u001B[2K',
  ]);
});

test('elsewhere nothing is', () => {
  expect(writtenOn(false)).toEqual([]);
});
