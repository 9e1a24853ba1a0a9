import { describe, expect, test } from 'vitest';
import type { CountedLimit, RateCounters, Taken } from '#runtime/ports/rate-counters.ts';
import { countBy } from './counted-limits.ts';

/** Days are long enough for no test to see one pass. */
const day = 86_400;

async function takeTimes(
  counters: RateCounters,
  times: number,
  ...limits: readonly CountedLimit[]
): Promise<readonly Taken[]> {
  const set = counters.prepare(limits);
  const taken: Taken[] = [];
  for (let index = 0; index < times; index++) taken.push(await set.take());
  return taken;
}

const passed = (index: number, remaining: number, seconds: number): Taken => ({
  outcome: 'passed',
  index,
  remaining,
  seconds,
});
const refused = (index: number, seconds: number): Taken => ({
  outcome: 'refused',
  index,
  remaining: 0,
  seconds,
});

/** The contract of all counters, for any clock. */
export function describeCounters(open: () => RateCounters): void {
  describe('a limit', () => {
    test('lets as many calls pass as it allows, and says what is left and when', async () => {
      expect(await takeTimes(open(), 5, countBy(3, 'day'))).toEqual([
        passed(0, 2, day / 3),
        passed(0, 1, (day / 3) * 2),
        passed(0, 0, day / 3),
        refused(0, day / 3),
        refused(0, day / 3),
      ]);
    });

    test('lets no more pass at once than its burst', async () => {
      expect(await takeTimes(open(), 3, countBy(24, 'day', { burst: 2 }))).toEqual([
        passed(0, 1, 3600),
        passed(0, 0, 3600),
        refused(0, 3600),
      ]);
    });

    test('lets more pass at once than it has requests, where its burst is larger', async () => {
      const taken = await takeTimes(open(), 6, countBy(1, 'day', { burst: 4 }));
      expect(taken.map(({ outcome }) => outcome)).toEqual([
        ...Array.from({ length: 4 }, () => 'passed'),
        'refused',
        'refused',
      ]);
    });

    test('may be as large, or as small, as can be declared', async () => {
      const largest = countBy(1_000_000_000, 'second', { burst: 1_000_000_000 });
      const slowest = countBy(1, 'day', { burst: 1_000_000_000 });
      const taken = [
        ...(await takeTimes(open(), 2, largest)),
        ...(await takeTimes(open(), 2, slowest)),
        ...(await takeTimes(open(), 1, countBy(1, 'second'))),
      ];
      expect(taken.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'passed'));
    });

    test('counts a key once, whichever set it is in', async () => {
      const [counters, other] = [open(), open()];
      const limit = countBy(3, 'day');
      expect(await takeTimes(counters, 1, limit)).toEqual([passed(0, 2, day / 3)]);
      expect(await takeTimes(counters, 1, countBy(9, 'day'), limit)).toEqual([passed(1, 1, (day / 3) * 2)]);
      expect(await takeTimes(other, 1, { ...limit })).toEqual([passed(0, 0, day / 3)]);
    });
  });

  describe('of several limits', () => {
    test('the one with the least left is told', async () => {
      expect(await takeTimes(open(), 1, countBy(5, 'day'), countBy(3, 'day'), countBy(4, 'day'))).toEqual([
        passed(1, 2, day / 3),
      ]);
    });

    test('the one that refuses for longest is told', async () => {
      const limits = [countBy(1, 'hour'), countBy(1, 'day'), countBy(2, 'day')];
      expect(await takeTimes(open(), 2, ...limits)).toEqual([passed(0, 0, 3600), refused(1, day)]);
    });

    test('none is taken from where one refuses', async () => {
      const counters = open();
      const [before, tight, after] = [countBy(3, 'day'), countBy(1, 'day'), countBy(3, 'day')];
      await takeTimes(counters, 20, before, tight, after);
      expect(await takeTimes(counters, 1, before)).toEqual([passed(0, 1, (day / 3) * 2)]);
      expect(await takeTimes(counters, 1, after)).toEqual([passed(0, 1, (day / 3) * 2)]);
    });
  });

  describe('a limit that is changed', () => {
    test('goes on from what was used', async () => {
      const [counters, key] = [open(), crypto.randomUUID()];
      await takeTimes(counters, 12, countBy(24, 'day', { key }));
      expect(await takeTimes(counters, 1, countBy(48, 'day', { key }))).toEqual([
        passed(0, 23, day / 2 + day / 48),
      ]);
    });

    test('refuses for no longer than it would have done from the beginning', async () => {
      const [counters, key] = [open(), crypto.randomUUID()];
      await takeTimes(counters, 10, countBy(10, 'day', { key }));
      expect(await takeTimes(counters, 1, countBy(60, 'hour', { key }))).toEqual([refused(0, 60)]);
    });
  });

  test('of many calls at once, as many pass as are allowed', async () => {
    const limit = countBy(50, 'day');
    const sets = [open().prepare([limit]), open().prepare([countBy(1000, 'day'), limit])];
    const taken = await Promise.all(Array.from({ length: 200 }, async (_, index) => sets[index % 2]?.take()));
    expect(taken.filter((one) => one?.outcome === 'passed')).toHaveLength(50);
  });

  test('a call without a limit passes', async () => {
    expect(await takeTimes(open(), 1)).toEqual([passed(-1, 0, 0)]);
  });
}
