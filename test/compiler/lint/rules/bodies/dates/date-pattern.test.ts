import { expect, test } from 'vitest';
import { readDatePattern } from '#compiler/lint/rules/bodies/dates/date-pattern.ts';

test.each<[string, ReturnType<typeof readDatePattern>]>([
  ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'date'],
  ['^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', 'date'],
  ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$', 'date-time'],
  ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$', 'other-date-time'],
  ['^\\d{2}/\\d{2}/\\d{4}$', 'other-date'],
  ['\\d{8}', 'other-date'],
  ['^\\d+$', 'other'],
  ['\\d{4}', 'none'],
  ['^(0[1-9]|1[0-2])/\\d{2}$', 'none'],
  ['^[0-9]{4}-W[0-9]{2}$', 'none'],
  ['([01][0-9]|2[0-3]):[0-5][0-9]', 'none'],
  ['.*\\S.*', 'any'],
  ['.+', 'any'],
  ['[', 'none'],
  ['(\\d+)+$', 'none'],
  [`${'.*'.repeat(30)}x`, 'none'],
  [`${'\\d?'.repeat(30)}x`, 'none'],
  ['x'.repeat(400), 'none'],
])('%s allows %s', (pattern, allowed) => {
  expect(readDatePattern(pattern)).toBe(allowed);
});

test('a pattern of digits allows a date only if the length does', () => {
  expect(readDatePattern('^\\d+$', { shortest: 4, longest: 4 })).toBe('none');
  expect(readDatePattern('^\\d+$', { longest: 8 })).toBe('other-date');
  expect(readDatePattern('^\\d+$', { shortest: 14 })).toBe('other-date-time');
});
