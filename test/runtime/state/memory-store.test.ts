import { describe, expect, test } from 'vitest';
import { createMemoryStore, SweptMap } from '#runtime/state/memory-store.ts';
import { describeStore } from './store-contract.ts';

describe('the store in memory', () => {
  describeStore(async () => {
    const stores = new Map<unknown, ReturnType<typeof createMemoryStore>>();
    return {
      open: async (clock) => {
        const store = stores.get(clock) ?? createMemoryStore(clock);
        stores.set(clock, store);
        return store;
      },
    };
  });
});

test('a map drops expired entries before they outnumber the others', () => {
  let now = 0;
  const map = new SweptMap<number, number>((until) => until <= now);
  for (now = 0; now < 100_000; now += 1) map.set(now, now + 500);
  expect(map.size).toBeLessThan(2048);
  expect(map.entries().length).toBe(499);
  expect([map.get(99_500), map.get(99_501)]).toEqual([undefined, 100_001]);
});
