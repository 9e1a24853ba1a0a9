import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declarationFormats } from '#compiler/load/validators/declaration-formats.ts';
import { isDateTime, isFullDate, isTime } from '#openapi/schema/rfc-3339.ts';
import { knownFormats } from '#openapi/schema/formats.ts';

const dates = ['0000-02-29', '1999-12-31', '2000-02-29', '2024-02-29', '2026-04-30', '9999-01-01'];
const otherDates = [
  '',
  '2026-2-03',
  '26-02-03',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-01-32',
  '2026-04-31',

  '2026-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-02-29T00:00:00Z',
  '20260203',
  '2026/02/03',
  ' 2026-02-03',
];

const times = [
  '00:00:00',
  '23:59:59',
  '23:59:60',
  '09:30:00.1',
  '09:30:00Z',
  '09:30:00z',
  '09:30:00.123456789+01:00',
  '09:30:00-00:00',
  '09:30:00+23:59',
  '23:59:60Z',
  '00:59:60+01:00',
  '18:29:60-05:30',
];
const otherTimes = [
  '',
  '9:30:00',
  '09:30',
  '24:00:00',
  '09:60:00',
  '09:30:61',
  '09:30:00.',
  '09:30:00+1:00',
  '09:30:00+24:00',
  '09:30:00+01:60',
  '09:30:00+0100',
  '09:30:00+01',
  '09:30:00 Z',
  '09:30:60Z',
  '23:59:60+01:00',
  'T09:30:00Z',
];

const dateTimes = [
  '2026-03-01T09:30:00Z',
  '2026-03-01t09:30:00z',
  '1996-12-19T16:39:57-08:00',
  '1937-01-01T12:00:27.87+00:20',

  '1990-12-31T23:59:60Z',
  '1990-12-31T15:59:60-08:00',
  '1991-01-01T00:59:60+01:00',
  '2015-06-30T23:59:60Z',
  '2026-03-01T23:59:60Z',
];
const otherDateTimes = [
  '',
  '2026-03-01',
  '2026-03-01T09:30:00',
  '2026-03-01 09:30:00Z',
  '2026-02-29T09:30:00Z',
  '2026-03-01T24:00:00Z',
  '1990-12-31T22:59:60Z',
  '2026-03-01T09:30Z',
  '2026-03-01T09:30:00+01',
  '2026-03-01T09:30:00+0100',
  '2026-03-01\n09:30:00Z',
  '2026-03-01T09:30:00Zulu',
];

function daysOf(year: number): readonly string[] {
  const start = Date.UTC(year, 0, 1);
  const count = (Date.UTC(year + 1, 0, 1) - start) / 86_400_000;
  return Array.from({ length: count }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  );
}

describe('a full-date', () => {
  test.each(dates)('can be %s', (text) => expect(isFullDate(text)).toBe(true));
  test.each(otherDates)('cannot be "%s"', (text) => expect(isFullDate(text)).toBe(false));

  test('is every day of the calendar, and no other', () => {
    const year = fc.constantFrom(1900, 2000, 2023, 2024, 2100);
    fc.assert(
      fc.property(year, fc.nat(99), fc.nat(99), (y, month, day) => {
        const text = `${y}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(isFullDate(text)).toBe(daysOf(y).includes(text));
      }),
    );
  });
});

describe('a time', () => {
  test.each(times)('can be %s', (text) => expect(isTime(text)).toBe(true));
  test.each(otherTimes)('cannot be "%s"', (text) => expect(isTime(text)).toBe(false));
});

describe('a date-time', () => {
  test.each(dateTimes)('can be %s', (text) => expect(isDateTime(text)).toBe(true));
  test.each(otherDateTimes)('cannot be "%s"', (text) => expect(isDateTime(text)).toBe(false));

  test('is what a date writes of itself', () => {
    const date = fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') });
    fc.assert(fc.property(date, (one) => isDateTime(one.toISOString())));
  });
});

test.each([
  ['date', [...dates, ...otherDates], dates],
  ['time', [...times, ...otherTimes], times],
  ['date-time', [...dateTimes, ...otherDateTimes], dateTimes],
])('the gateway accepts of the format %s what lint accepts', (format, texts, accepted) => {
  expect(texts.filter(knownFormats[format] as (text: string) => boolean)).toEqual(accepted);
});

test('declarations accept the same, except leap seconds', () => {
  expect([...dates, ...otherDates].filter(declarationFormats.date)).toEqual(dates);
  expect([...dateTimes, ...otherDateTimes].filter(declarationFormats['date-time'])).toEqual(
    dateTimes.filter((text) => !text.includes(':60')),
  );
});
