import { assert, constantFrom, integer, property, array, record } from 'fast-check';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import { secondsPerUnit, type LimitSet, type Taken } from '#runtime/ports/rate-counters.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { draws } from '../../full-run.ts';
import { countBy } from './counted-limits.ts';
import { describeCounters } from './counters-contract.ts';

const start = Date.parse('2026-07-01T00:00:00Z');

/** Counters at a time that a test moves, in milliseconds from its start. */
function openAtTime(memory: SharedArrayBuffer) {
  const time = { milliseconds: 0, timesFull: 0 };
  const counters = openLocalCounters({
    memory,
    clock: () => start + time.milliseconds,
    onFull: () => (time.timesFull += 1),
  });
  return { time, counters };
}

/** Local counters answer at once. */
function takeNow(set: LimitSet): Taken {
  const taken = set.take();
  if (taken instanceof Promise) throw new Error('local counters do not wait');
  return taken;
}

const shortly = ({ outcome, remaining, seconds }: Taken) => `${outcome} ${remaining} ${seconds}`;

const limits = record({
  requests: integer({ min: 1, max: 2000 }),
  unit: constantFrom<RateLimit['unit'][]>('second', 'minute', 'hour', 'day'),
  burst: integer({ min: 1, max: 40 }),
});

/** Pauses between calls, many of them none, and some as long as a limit is. */
const pauses = array(constantFrom(0, 0, 0, 1, 7, 50, 400, 1000, 20_000, 3_600_000), {
  minLength: 1,
  maxLength: 150,
});

/** How many calls a limit has let pass up to each call, by a bucket of whole numbers that fills as time passes. */
function modelPasses({ requests, unit, burst }: Omit<RateLimit, 'whenUnavailable'>, gaps: readonly number[]) {
  const perCall = BigInt(secondsPerUnit[unit] * 1000);
  const most = BigInt(burst) * perCall;
  let level = most;
  return gaps.map((gap) => {
    level += BigInt(gap) * BigInt(requests);
    if (level > most) level = most;
    if (level < perCall) return false;
    level -= perCall;
    return true;
  });
}

describe('counters', () => {
  describeCounters(
    (
      (memory) => () =>
        openLocalCounters({ memory, clock: () => start, onFull: () => undefined })
    )(createCounterMemory(1024)),
  );

  test('let calls pass at the pace of the limit once the burst is used', () => {
    const { time, counters } = openAtTime(createCounterMemory(256));
    const set = counters.prepare([countBy(60, 'minute', { burst: 3 })]);
    const taken = [0, 0, 500, 500, 999, 1000, 1000, 2500, 9000, 9000, 9000, 9000].map((milliseconds) => {
      time.milliseconds = milliseconds;
      return `${milliseconds} ${shortly(takeNow(set))}`;
    });
    expect(taken).toEqual([
      '0 passed 2 1',
      '0 passed 1 2',
      '500 passed 0 1',
      '500 refused 0 1',
      '999 refused 0 1',
      '1000 passed 0 1',
      '1000 refused 0 1',
      '2500 passed 0 1',
      '9000 passed 2 1',
      '9000 passed 1 2',
      '9000 passed 0 1',
      '9000 refused 0 1',
    ]);
  });

  test('let a call pass as soon as Retry-After says, and not before', () => {
    const { time, counters } = openAtTime(createCounterMemory(256));
    const set = counters.prepare([countBy(1, 'minute')]);
    takeNow(set);
    time.milliseconds = 1;
    expect(shortly(takeNow(set))).toBe('refused 0 60');
    time.milliseconds = 59_999;
    expect(shortly(takeNow(set))).toBe('refused 0 1');
    time.milliseconds = 60_000;
    expect(shortly(takeNow(set))).toBe('passed 0 60');
  });

  test('recover from a clock that was set back within the time of the limit', () => {
    const { time, counters } = openAtTime(createCounterMemory(256));
    const set = counters.prepare([countBy(2, 'second')]);
    time.milliseconds = 3_600_000;
    takeNow(set);
    time.milliseconds = 0;
    expect(shortly(takeNow(set))).toBe('refused 0 1');
    time.milliseconds = 500;
    expect(shortly(takeNow(set))).toBe('passed 0 1');
  });
});

describe('whatever comes when,', () => {
  test('as many pass as of a bucket that fills at the rate, where the interval is a whole number', () => {
    assert(
      property(
        limits,
        constantFrom(1, 2, 4, 5, 8, 10, 20, 40, 100, 1000),
        pauses,
        (limit, requests, gaps) => {
          const exact = { ...limit, requests };
          const { time, counters } = openAtTime(createCounterMemory(256));
          const set = counters.prepare([countBy(requests, exact.unit, { burst: exact.burst })]);
          const passes = gaps.map((gap) => {
            time.milliseconds += gap;
            return takeNow(set).outcome === 'passed';
          });
          expect(passes).toEqual(modelPasses(exact, gaps));
        },
      ),
      { numRuns: draws(200) },
    );
  });

  test('never more than the burst and what the rate allows pass, in any stretch of time', () => {
    assert(
      property(limits, pauses, (limit, gaps) => {
        const { time, counters } = openAtTime(createCounterMemory(256));
        const set = counters.prepare([countBy(limit.requests, limit.unit, { burst: limit.burst })]);
        const passedAt: number[] = [];
        for (const gap of gaps) {
          time.milliseconds += gap;
          if (takeNow(set).outcome === 'passed') passedAt.push(time.milliseconds);
        }
        for (const [from, first] of passedAt.entries()) {
          for (const [to, last] of passedAt.entries()) {
            if (to < from) continue;
            const allowed = (limit.requests * (last - first)) / 1000 / secondsPerUnit[limit.unit];
            expect(to - from + 1).toBeLessThanOrEqual(limit.burst + allowed);
          }
        }
      }),
      { numRuns: draws(100) },
    );
  });
});

describe('a memory that is full', () => {
  const keys = Array.from({ length: 16 }, () => countBy(2, 'minute'));

  test('refuses what it cannot count, and counts again when a counter is idle', () => {
    const { time, counters } = openAtTime(createCounterMemory(16));
    for (const key of keys) expect(takeNow(counters.prepare([key])).outcome).toBe('passed');
    const set = counters.prepare([countBy(2, 'minute')]);
    expect(takeNow(set)).toEqual({ outcome: 'unavailable', index: -1, remaining: 0, seconds: 1 });
    expect(time.timesFull).toBe(1);
    time.milliseconds = 30_000;
    expect(shortly(takeNow(set))).toBe('passed 1 30');
    expect(time.timesFull).toBe(1);
  });

  test('lets pass what may, and counts the other limits of the call', () => {
    const { time, counters } = openAtTime(createCounterMemory(16));
    for (const key of keys) takeNow(counters.prepare([key]));
    const mayPass = countBy(1, 'minute', { whenUnavailable: 'allow' });
    const [known = mayPass] = keys;
    const set = counters.prepare([mayPass, known]);
    expect([takeNow(set), takeNow(set)]).toEqual([
      { outcome: 'passed', index: 1, remaining: 0, seconds: 30 },
      { outcome: 'refused', index: 1, remaining: 0, seconds: 30 },
    ]);
    expect(takeNow(counters.prepare([mayPass]))).toMatchObject({ outcome: 'passed', index: -1 });
    expect(time.timesFull).toBe(2);
  });

  test('takes nothing from the others where one of the limits cannot be counted', () => {
    const { counters } = openAtTime(createCounterMemory(16));
    const [known = countBy(2, 'minute'), ...others] = keys;
    for (const key of [known, ...others]) takeNow(counters.prepare([key]));
    expect(takeNow(counters.prepare([known, countBy(1, 'minute')])).outcome).toBe('unavailable');
    expect(shortly(takeNow(counters.prepare([known])))).toBe('passed 0 30');
  });

  test('forgets only what is idle: of far more keys than it holds, each is counted right', () => {
    const { time, counters } = openAtTime(createCounterMemory(64));
    const busy = Array.from({ length: 32 }, () => counters.prepare([countBy(2, 'day')]));
    for (const set of busy) takeNow(set);
    for (let index = 0; index < 2000; index++) {
      time.milliseconds += 1000;
      expect(shortly(takeNow(counters.prepare([countBy(1, 'second')])))).toBe('passed 0 1');
    }
    expect(busy.map(takeNow).map(({ remaining }) => remaining)).toEqual(busy.map(() => 0));
  });
});

interface Hammering {
  readonly keys: number;
  /** Of each key. */
  readonly requests: number;
  /** Of each thread, in turn from one key after the other. */
  readonly calls: number;
  /** This many calls of other keys, idle at once, come between two calls. */
  readonly others?: number;
  /** A limit of any number of calls, which every call falls under too. */
  readonly wide?: string;
}

/** What four threads let pass of each key together. */
async function hammer(memory: SharedArrayBuffer, hammering: Hammering): Promise<readonly number[]> {
  const gate = new SharedArrayBuffer(4);
  const workers = Array.from({ length: 4 }, () => {
    const workerData = { memory, gate, threads: 4, at: start, ...hammering };
    return new Worker(new URL('counting-thread.ts', import.meta.url), { workerData });
  });
  const counts = await Promise.all(
    workers.map(async (worker) => ((await once(worker, 'message')) as [number[]])[0]),
  );
  await Promise.all(workers.map((worker) => worker.terminate()));
  return Array.from({ length: hammering.keys }, (_, index) =>
    counts.reduce((sum, count) => sum + (count[index] ?? 0), 0),
  );
}

describe('threads that share a memory', () => {
  test('let exactly as many calls of one key pass as are allowed', async () => {
    expect(await hammer(createCounterMemory(64), { keys: 1, requests: 5000, calls: 20_000 })).toEqual([5000]);
  });

  test('come to the same slots for keys that all of them begin to use at once', async () => {
    const keys = 200;
    const passes = await hammer(createCounterMemory(256), { keys, requests: 40, calls: 100 * keys });
    expect(passes).toEqual(Array.from({ length: keys }, () => 40));
  });

  test('take nothing from a limit for calls that another limit refuses', async () => {
    const memory = createCounterMemory(16_384);
    const [wide, keys, requests] = ['wide', 4000, 3];
    const passes = await hammer(memory, { keys, requests, calls: 5 * keys, wide });
    expect(new Set(passes)).toEqual(new Set([requests]));
    const { counters } = openAtTime(memory);
    const { remaining } = takeNow(counters.prepare([countBy(1_000_000, 'day', { key: wide })]));
    expect(remaining).toBe(1_000_000 - keys * requests - 1);
  });

  test('do not lose count of what is in use while they take over what is not', async () => {
    const memory = createCounterMemory(64);
    const { counters } = openAtTime(memory);
    const requests = 500;
    for (let index = 0; index < 16; index++) {
      takeNow(counters.prepare([countBy(requests, 'day', { key: `key ${index}` })]));
    }
    const passes = await hammer(memory, { keys: 16, requests, calls: 16_000, others: 3 });
    expect(passes).toEqual(Array.from({ length: 16 }, () => requests - 1));
  });
});
