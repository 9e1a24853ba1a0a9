import { expect, test } from 'vitest';
import { PublicationDates } from '#serve/control-plane/publications/publication-dates.ts';
import { dateOfCommit } from '#serve/served/date-of-commit.ts';
import { digestOf } from '#compiled/digest.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

test.for([
  [undefined, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NEGATIVE_INFINITY, undefined],
  [-1, 0],
  [now - 1, now - 1],
  [now + 1, now],
  [99_999_999_999_999_000, now],
] as const)('the date %s of a commit counts as %s', ([date, expected]) => {
  expect(dateOfCommit(date, now)).toBe(expected);
});

test.for([Number.NaN, Number.POSITIVE_INFINITY, 99_999_999_999_999_000])(
  'a table whose commit has the date %s is published now',
  (date) => {
    const dates = new PublicationDates(() => now, undefined);
    expect(dates.dateTable(undefined, digestOf('table'), date)).toBe(now);
    expect(dates.renew({ since: now - 5 }, date)).toBe(Number.isFinite(date) ? now : now - 5);
  },
);
