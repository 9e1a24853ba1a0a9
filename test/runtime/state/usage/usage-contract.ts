import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '#runtime/ports/clock.ts';
import { startOfPeriod, type UsageStep } from '#runtime/ports/usage.ts';
import type { UsageIncrement, UsageStore } from '#runtime/ports/usage-store.ts';
import { draws } from '../../../full-run.ts';

/** A state that several stores can be opened on. */
export interface UsageState {
  open(clock: Clock): Promise<UsageStore>;
}

export type MakeUsageState = () => Promise<UsageState>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Midnight of a day (UTC). */
export const midnight = Date.UTC(2026, 10, 23);

/** Calls of one minute; by default one that the upstream answered. */
export function usage(changes: Partial<UsageIncrement> = {}): UsageIncrement {
  return {
    application: 'DogWalker',
    api: 'DogPark/v1',
    keySet: 'production',
    start: midnight,
    requests: 1,
    rejections: {},
    responses: { '2xx': 1 },
    fromConsole: 0,
    limitUsed: undefined,
    ...changes,
  };
}

let writers = 0;

/** A gateway that adds usage to a store, a batch at a time. */
function writeTo(store: UsageStore) {
  const writer = `writer-${process.pid}-${(writers += 1)}`;
  let number = 0;
  return (...increments: readonly UsageIncrement[]) =>
    store.add({ writer, number: (number += 1), increments });
}

async function openAt(makeState: MakeUsageState, now = midnight) {
  const time = { now };
  const state = await makeState();
  const open = async () => {
    const store = await state.open(() => time.now);
    onTestFinished(() => store.close());
    return store;
  };
  const store = await open();
  return { time, store, add: writeTo(store), open };
}

const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
const ofWalker = { ...always, applications: ['DogWalker'] };

/** What every store of usage keeps to. */
export function describeUsageStore(makeState: MakeUsageState): void {
  test('adds calls to their minute, hour and day', async () => {
    const { store, add } = await openAt(makeState, midnight + 2 * hour);
    await add(usage({ start: midnight + 59 * minute, limitUsed: 0.25 }));
    await add(
      usage({ start: midnight + 59 * minute, requests: 3, rejections: { rate_limited: 2 }, limitUsed: 1 }),
      usage({
        start: midnight + 60 * minute,
        requests: 1,
        responses: { '5xx': 1 },
        fromConsole: 1,
        limitUsed: 0.5,
      }),
    );
    const both = {
      requests: 4,
      rejections: { rate_limited: 2 },
      responses: { '2xx': 2 },
      fromConsole: 0,
      limitUsed: 1,
    };
    const last = { requests: 1, rejections: {}, responses: { '5xx': 1 }, fromConsole: 1, limitUsed: 0.5 };
    const subject = { application: 'DogWalker', api: 'DogPark/v1', keySet: 'production' };
    expect(await store.read({ ...ofWalker, step: 'minute' })).toEqual([
      {
        ...subject,
        points: [
          { start: midnight + 59 * minute, ...both },
          { start: midnight + hour, ...last },
        ],
      },
    ]);
    expect(await store.read({ ...ofWalker, step: 'hour' })).toEqual([
      {
        ...subject,
        points: [
          { start: midnight, ...both },
          { start: midnight + hour, ...last },
        ],
      },
    ]);
    const all = {
      requests: 5,
      rejections: { rate_limited: 2 },
      responses: { '2xx': 2, '5xx': 1 },
      fromConsole: 1,
      limitUsed: 1,
    };
    expect(await store.read({ ...ofWalker, step: 'day' })).toEqual([
      { ...subject, points: [{ start: midnight, ...all }] },
    ]);
  });

  test('finds series by application, API and key set, and sorts them', async () => {
    const { store, add } = await openAt(makeState);
    await add(
      usage({ application: 'Zoo' }),
      usage({ keySet: 'sandbox' }),
      usage(),
      usage({ api: 'Cats/v1' }),
      usage({ api: '' }),
    );
    const find = async (asked: Partial<typeof always> & Parameters<typeof describeAsked>[0]) =>
      (await store.read(describeAsked(asked))).map(
        ({ application, api, keySet }) => `${application} ${api} ${keySet}`,
      );
    expect(await find({ applications: ['DogWalker', 'Zoo'] })).toEqual([
      'DogWalker  production',
      'DogWalker Cats/v1 production',
      'DogWalker DogPark/v1 production',
      'DogWalker DogPark/v1 sandbox',
      'Zoo DogPark/v1 production',
    ]);
    expect(await find({ apis: ['DogPark/v1'], keySet: 'production' })).toEqual([
      'DogWalker DogPark/v1 production',
      'Zoo DogPark/v1 production',
    ]);
    expect(await find({ applications: ['Zoo'], apis: ['Cats/v1'] })).toEqual([]);
    expect(await find({ applications: ['Unknown'] })).toEqual([]);
    expect(await find({ applications: [] })).toEqual([]);
  });

  test('reads the periods that start between two times', async () => {
    const { store, add } = await openAt(makeState, midnight + 10 * minute);
    for (const offset of [0, 1, 2, 3]) await add(usage({ start: midnight + offset * minute }));
    const range = { from: midnight + minute, to: midnight + 3 * minute };
    const [series] = await store.read({ ...ofWalker, ...range, step: 'minute' });
    expect(series?.points.map(({ start }) => (start - midnight) / minute)).toEqual([1, 2]);
  });

  test.each([
    ['minute', 3 * hour],
    ['hour', 14 * day],
    ['day', 400 * day],
  ] as const)('keeps a %s for its time', async (step, keptMs) => {
    const { store, add, time } = await openAt(makeState);
    await add(usage());
    const read = async () => (await store.read({ ...ofWalker, step })).flatMap(({ points }) => points).length;
    time.now = midnight + keptMs;
    expect(await read()).toBe(1);
    time.now += 1;
    expect(await read()).toBe(0);
    // What is removed for good does not come back.
    await add(usage({ application: 'Zoo', start: time.now }));
    time.now = midnight;
    expect(await read()).toBeLessThanOrEqual(1);
  });

  test('adds up what several gateways add at once, and still has it after they have closed', async () => {
    const { store, open } = await openAt(makeState);
    const stores = [store, await open(), await open()];
    await Promise.all(
      stores.map(async (own) => {
        const add = writeTo(own);
        for (let round = 0; round < 20; round += 1)
          await add(usage(), usage({ application: 'Zoo', requests: 2 }));
      }),
    );
    const later = await open();
    const series = await later.read({ ...always, apis: ['DogPark/v1'], step: 'day' });
    expect(series.map(({ points }) => points.map(({ requests }) => requests))).toEqual([[60], [120]]);
  });

  describe('whatever is counted', () => {
    const steps: readonly UsageStep[] = ['minute', 'hour', 'day'];
    const increment = fc.record({
      application: fc.constantFrom('DogWalker', 'Zoo', 'A "quoted" \u0000 name'),
      api: fc.constantFrom('DogPark/v1', 'DogPark/v2', ''),
      keySet: fc.constantFrom('production' as const, 'sandbox' as const),
      start: fc.nat(170).map((offset) => midnight - offset * minute),
      requests: fc.integer({ min: 1, max: 1_000_000 }),
      rejections: fc.constantFrom({}, { rate_limited: 3 }, { token_missing: 1, not_subscribed: 2 }),
      responses: fc.constantFrom({}, { '2xx': 5 }, { '4xx': 1, '5xx': 2 }),
      fromConsole: fc.nat(3),
      limitUsed: fc.constantFrom(undefined, 0, 0.25, 0.9999, 1),
    });

    test('the sums of minutes, hours and days are the same', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(increment, { maxLength: 8 }), { maxLength: 6 }),
          async (batches) => {
            const { store, add } = await openAt(makeState);
            for (const batch of batches) await add(...batch);
            const applications = ['DogWalker', 'Zoo', 'A "quoted" \u0000 name'];
            for (const step of steps) {
              const series = await store.read({ ...always, applications, step });
              expect(sumOf(series.flatMap(({ points }) => points))).toEqual(sumOf(batches.flat()));
              for (const { points } of series) {
                const starts = points.map(({ start }) => start);
                expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
                expect(starts.every((start) => start === startOfPeriod(step, start))).toBe(true);
              }
            }
            await store.close();
          },
        ),
        { numRuns: draws(50) },
      );
    });
  });
}

function describeAsked(asked: { applications?: string[]; apis?: string[]; keySet?: 'production' }) {
  // One of the two is there in each case.
  return { ...always, step: 'day' as const, ...asked } as Parameters<UsageStore['read']>[0];
}

function sumOf(all: readonly Omit<UsageIncrement, 'application' | 'api' | 'keySet'>[]) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const named = (records: readonly Readonly<Record<string, number>>[]) => {
    const names = [...new Set(records.flatMap(Object.keys))].toSorted();
    return Object.fromEntries(names.map((name) => [name, sum(records.map((record) => record[name] ?? 0))]));
  };
  const limits = all.flatMap(({ limitUsed }) => limitUsed ?? []);
  return {
    requests: sum(all.map(({ requests }) => requests)),
    rejections: named(all.map(({ rejections }) => rejections)),
    responses: named(all.map(({ responses }) => responses)),
    fromConsole: sum(all.map(({ fromConsole }) => fromConsole)),
    limitUsed: limits.length > 0 ? Math.max(...limits) : undefined,
  };
}
