import { expect, test } from 'vitest';
import { isQuickFor, mayMatchSlowly } from '#openapi/schema/slow-pattern.ts';

test('the length of a text bounds the time that a pattern takes', () => {
  const words = '^[a-z]+-[a-z]+-[a-z]+$';
  expect([30, 300].map((length) => isQuickFor(words, length))).toEqual([true, false]);
  expect(['^(a+)+$', '^(?=.*[A-Z]).{8,}$', '(a)\\1'].map((pattern) => isQuickFor(pattern, 30))).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  '',
  'a',
  '^[a-z0-9-]+$',
  '^[A-Z]{2,3}$',
  '^[a-z][a-z0-9_]{0,62}$',
  '^\\w{1,64}@\\w{1,64}$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$',
  '^(?!x)[^\\]()+]*$',
  // The engine that never backtracks continues with these.
  '^(a+)+$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^(([a-z]{2})+){4,}$',
])('%s is soon done', (pattern) => {
  expect(mayMatchSlowly(pattern)).toBe(false);
});

test.each([
  '^([a-z]{1,30})+$',
  '^(a|a){1,40}$',
  '^(a{17,})+$',
  '^((a+){4}){5}$',
  '[a-z]{1,100}x',
  '(?=a)(a+)+$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^(?i:a+)+$',
  '^(a+)+\\1$',
  '^(\\p{L}+)+$',
  '^[😀]*[😀]*$',
])('%s may run long', (pattern) => {
  expect(mayMatchSlowly(pattern)).toBe(true);
});
