import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '#cli/rule-pages/describe-example.ts';

test('shows changes with the lines around them, and where they are', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
  expect(diffLines(before, 'a\nb\nX\nY\nd\ne\nf\ng\nh\nZ\ni\n')).toEqual([
    '@@ -1,5 +1,6 @@',
    ' a',
    ' b',
    '-c',
    '+X',
    '+Y',
    ' d',
    ' e',
    '@@ -7,3 +8,4 @@',
    ' g',
    ' h',
    '+Z',
    ' i',
  ]);
});

test('shows nothing of what has not changed', () => {
  expect(diffLines('a\nb\n', 'a\nb\n')).toEqual([]);
});

const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });

/** The lines of a text after the hunks, as `patch` does. */
function patch(before: readonly string[], hunks: readonly string[]): readonly string[] {
  const after: string[] = [];
  let read = 0;
  for (const line of hunks) {
    const [, start] = /^@@ -(\d+)/.exec(line) ?? [];
    if (start !== undefined) {
      after.push(...before.slice(read, Number(start) - 1));
      read = Number(start) - 1;
      continue;
    }
    if (!line.startsWith('+')) expect(before[read]).toBe(line.slice(1));
    if (!line.startsWith('-')) after.push(line.slice(1));
    if (!line.startsWith('+')) read += 1;
  }
  return [...after, ...before.slice(read)];
}

test('the hunks make the one text of the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = diffLines(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
      expect(patch(before, hunks)).toEqual(after);
    }),
  );
});
