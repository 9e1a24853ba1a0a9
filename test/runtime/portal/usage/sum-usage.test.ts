import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UsageCounts, UsageSeries } from '#runtime/ports/usage.ts';
import { countErrors, errorsOf, foldUsage, sumUsage } from '#runtime/portal/usage/usage-counts.ts';
import { timeLabels, usageRange, usageRangeNames } from '#runtime/portal/usage/usage-range.ts';
import { usagePeriods } from '#runtime/ports/usage.ts';

const subject = { application: 'DogWalker', api: 'DogPark/v1', keySet: 'production' } as const;

const counts = fc.record<UsageCounts>({
  requests: fc.nat(1000),
  rejections: fc.constantFrom<Record<string, number>[]>(
    {},
    { rate_limited: 2 },
    { not_subscribed: 1, rate_limited: 1 },
  ),
  responses: fc.constantFrom({}, { '2xx': 4 }, { '4xx': 1, '5xx': 3 }),
  fromConsole: fc.nat(2),
  limitUsed: fc.constantFrom(undefined, 0.5, 1),
});
const now = fc.integer({ min: 0, max: 4e12 });

test('the bars of a range have the sums of its points', () => {
  fc.assert(
    fc.property(
      now,
      fc.constantFrom(...usageRangeNames),
      fc.array(fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), counts))),
      (time, name, given) => {
        const range = usageRange(name, time);
        const series = given.map((points): UsageSeries => ({
          ...subject,
          points: points.map(([share, one]) => ({
            start: range.from + Math.floor(share * (range.to - range.from)),
            ...one,
          })),
        }));
        const bars = foldUsage(series, range);
        expect(bars.length).toBe(range.starts.length);
        expect(sumUsage(bars)).toEqual(sumUsage(series.flatMap(({ points }) => points)));
        const errors = Object.values(errorsOf(sumUsage(bars))).reduce((sum, number) => sum + number, 0);
        expect(errors).toBe(bars.reduce((sum, bar) => sum + countErrors(bar), 0));
      },
    ),
  );
});

test('a range ends just after now, is kept whole, and consists of whole periods', () => {
  fc.assert(
    fc.property(now, fc.constantFrom(...usageRangeNames), (time, name) => {
      const { from, to, step, barMs, starts } = usageRange(name, time);
      const { lengthMs, retentionMs } = usagePeriods[step];
      expect(from).toBe(starts[0]);
      expect(to).toBe((starts.at(-1) ?? 0) + barMs);
      expect(to).toBeGreaterThan(time);
      expect(starts.every((start) => start % lengthMs === 0)).toBe(true);
      // What is older is not kept.
      expect(from).toBeGreaterThanOrEqual(time - retentionMs);
    }),
  );
});

test('the labels of the time axis ascend within it, and differ from their neighbours', () => {
  fc.assert(
    fc.property(now, fc.constantFrom(...usageRangeNames), (time, name) => {
      const range = usageRange(name, time);
      const labels = timeLabels(range);
      expect(labels.length).toBeGreaterThan(4);
      expect(labels.length).toBeLessThanOrEqual(13);
      const places = labels.map(({ index }) => index);
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
      expect(places.every((index) => index >= 0 && index < range.starts.length)).toBe(true);
      expect(labels.every(({ text }, index) => text !== labels[index + 1]?.text)).toBe(true);
    }),
  );
});

test('a range that does not exist is that of days', () => {
  expect(usageRange('centuries', 0).name).toBe('days');
  expect(usageRange(null, 0).name).toBe('days');
});
