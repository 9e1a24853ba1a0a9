// @module-tag full
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageBatch, UsageStore } from '#runtime/ports/usage-store.ts';
import { createMemoryUsage } from '#runtime/state/usage/memory-usage.ts';
import { UsageRecorder } from '#runtime/state/usage/usage-recorder.ts';
import { midnight, usage } from './usage-contract.ts';

const today = { from: 0, to: Number.MAX_SAFE_INTEGER, applications: ['DogWalker'], step: 'day' as const };

/** A recorder whose store a test can break. */
function openRecorder() {
  const kept = createMemoryUsage(() => midnight);
  const state = { isBroken: false, batches: [] as UsageBatch[] };
  const check = () => {
    if (state.isBroken) throw new StoreError('The disk is full.');
  };
  const store: UsageStore = {
    add: async (batch) => {
      state.batches.push(batch);
      check();
      await kept.add(batch);
    },
    read: (query) => kept.read(query),
    close: async () => undefined,
  };
  const warnings: string[] = [];
  const open = async () => {
    check();
    return store;
  };
  const recorder = new UsageRecorder({
    open,
    writer: 'gateway',
    warn: (message) => void warnings.push(message),
  });
  onTestFinished(() => recorder.close());
  const requests = async () =>
    (await kept.read(today)).flatMap(({ points }) => points).reduce((sum, point) => sum + point.requests, 0);
  return { recorder, state, warnings, requests };
}

test('usage of the same minute becomes one increment', async () => {
  const { recorder, state, requests } = openRecorder();
  recorder.add([usage(), usage({ requests: 2 })]);
  await eventually(async () => expect(await requests()).toBe(3));
  expect(state.batches).toEqual([
    { writer: 'gateway', number: 1, increments: [usage({ requests: 3, responses: { '2xx': 2 } })] },
  ]);
  expect(await recorder.read(today)).toMatchObject([{ points: [{ requests: 3 }] }]);
});

test('what waits is not read again for each batch', async () => {
  const number = 4000;
  let [batches, read] = [0, 0];
  const store: Partial<UsageStore> = {
    add: async () => void (batches += 1),
    close: async () => undefined,
  };
  const open = async () => store as UsageStore;
  const recorder = new UsageRecorder({ open, writer: 'gateway', warn: () => undefined });
  onTestFinished(() => recorder.close());
  const iterate = Map.prototype[Symbol.iterator];
  vi.spyOn(Map.prototype, Symbol.iterator).mockImplementation(function* (this: Map<unknown, unknown>) {
    for (const entry of { [Symbol.iterator]: () => iterate.call(this) }) {
      read += 1;
      yield entry;
    }
    return undefined;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  recorder.add(Array.from({ length: number }, (_, index) => usage({ application: `App${index}` })));
  await eventually(() => expect(batches).toBe(number / 20));
  // Each increment also has maps of its own.
  expect(read).toBeLessThan(20 * number);
});

test('a large report is added in several batches', async () => {
  const { recorder, state } = openRecorder();
  recorder.add(Array.from({ length: 120 }, (_, index) => usage({ application: `App${index}` })));
  await eventually(() =>
    expect(state.batches.map(({ increments }) => increments.length)).toEqual([20, 20, 20, 20, 20, 20]),
  );
});

test('a batch that a store did not keep is added again as it is, and before all others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { recorder, state, warnings, requests } = openRecorder();
  recorder.add([usage()]);
  await vi.waitFor(() => expect(state.batches.length).toBe(1));
  state.isBroken = true;
  recorder.add([usage({ requests: 10 })]);
  await vi.waitFor(() => expect(warnings.length).toBe(1));
  recorder.add([usage({ requests: 100 })]);
  await vi.waitFor(() => expect(state.batches.length).toBe(3));
  state.isBroken = false;
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(async () => expect(await requests()).toBe(111));
  expect(state.batches.map(({ number, increments }) => [number, increments[0]?.requests])).toEqual([
    [1, 1],
    [2, 10],
    [2, 10],
    [2, 10],
    [3, 100],
  ]);
  expect(warnings).toEqual([
    'The usage of APIs cannot be kept now: The disk is full.',
    'The usage of APIs is kept again.',
  ]);
});

test('a store that cannot be opened is opened later, and a reader learns why', async () => {
  const { recorder, state, requests } = openRecorder();
  state.isBroken = true;
  recorder.add([usage()]);
  await expect(recorder.read(today)).rejects.toThrow(new StoreError('The disk is full.'));
  state.isBroken = false;
  recorder.add([usage()]);
  await eventually(async () => expect(await requests()).toBe(2));
});

test('what waits for a store is bounded, and what is lost is reported', async () => {
  const { recorder, state, warnings } = openRecorder();
  state.isBroken = true;
  recorder.add(
    Array.from({ length: 50_020 }, (_, index) => usage({ application: `App${index}`, requests: 2 })),
  );
  await recorder.close();
  expect(warnings).toEqual([
    'The usage of APIs cannot be kept now: The disk is full.',
    'The usage of 100040 calls was lost.',
  ]);
});

test('a closing gateway adds what waits', async () => {
  const { recorder, requests } = openRecorder();
  recorder.add([usage()]);
  await recorder.close();
  expect(await requests()).toBe(1);
});

test('a closing gateway does not wait long for a store that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const warnings: string[] = [];
  const store: UsageStore = {
    add: () => new Promise(() => undefined),
    read: async () => [],
    close: async () => undefined,
  };
  const recorder = new UsageRecorder({
    open: async () => store,
    writer: 'gateway',
    warn: (message) => void warnings.push(message),
  });
  recorder.add([usage({ requests: 7 })]);
  const closed = recorder.close();
  await vi.advanceTimersByTimeAsync(3000);
  await closed;
  expect(warnings).toEqual(['The usage of 7 calls was lost.']);
});
