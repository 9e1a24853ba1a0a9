import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks } from '#runtime/portal/usage/bar-plot.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [93, [0, 50, 100]],
  [1000, [0, 500, 1000]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('an axis up to %i shows %j', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks);
});

test('every axis has a few round ticks, which ascend from 0 just beyond the largest value', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat().map((max) => Math.floor(max / 10)),
      (max) => {
        const ticks = axisTicks(max);
        const step = ticks[1] ?? 0;
        expect(ticks[0]).toBe(0);
        expect(ticks.every((tick, index) => tick === index * step && Number.isInteger(tick))).toBe(true);
        expect(String(step)).toMatch(/^[125]0*$/);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect((ticks.at(-1) ?? 0) - step).toBeLessThanOrEqual(max);
      },
    ),
  );
});
