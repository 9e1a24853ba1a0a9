import { expect, test } from 'vitest';
import { isFaithfulNumber } from '#openapi/writing/is-faithful-number.ts';

test('a number of a million digits is read once', () => {
  const zeros = '0'.repeat(1_000_000);
  expect([`0.1${zeros}1`, `0.1${zeros}`, `0.${zeros}`].map(isFaithfulNumber)).toEqual([false, true, true]);
});
