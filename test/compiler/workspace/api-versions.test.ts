import { expect, test } from 'vitest';
import { compareVersions } from '#compiled/names/compare-versions.ts';

test('versions are ordered by number, part by part', () => {
  const ordered = ['0', 'v1', '1.2', 'v1.9', '1.10', '1.10.1', 'v2', '10', '20260101', '9007199254740993'];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
});

test.each([
  ['1', 'v1'],
  ['v1', '1.0'],
  ['01', '1'],
])('%s and %s are the same', (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
  expect(compareVersions(b, a)).toBe(0);
});
