import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniqueNames } from '#cli/lint/views/lint-report.ts';

test('the first of a name keeps it, even where it looks like the second of another', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a#2', 'a', 'a#2'])).toEqual(['a', 'b', 'a#3', 'a#2', 'a#4', 'a#2#2']);
});

test('no two are the same', () => {
  const name = fc.array(fc.constantFrom('a', '#', '2', '3'), { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(new Set(uniqueNames(names)).size).toBe(names.length);
    }),
  );
});
