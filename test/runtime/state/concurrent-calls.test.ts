import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Release } from '#runtime/ports/concurrent-calls.ts';
import {
  createConcurrencyMemory,
  joinConcurrencyMemory,
  openConcurrentCalls,
  releaseTaken,
} from '#runtime/state/concurrent-calls.ts';
import { draws } from '../../full-run.ts';

const most = 3;
const module = new URL('../../../src/runtime/state/concurrent-calls.ts', import.meta.url).href;

/** Takes and gives back places of a few keys as fast as it can; `seen` counts those in use beside the limit itself. */
const hammer = `
  const { workerData, parentPort } = require('node:worker_threads');
  import(workerData.module).then(({ openConcurrentCalls }) => {
    const { memory, seen, rounds, most, keys } = workerData;
    const inUse = new Int32Array(seen);
    const calls = openConcurrentCalls(memory);
    const takers = Array.from({ length: keys }, (_, key) => calls.prepare('key ' + key));
    let exceeded = 0;
    let taken = 0;
    const held = [];
    for (let round = 0; round < rounds; round++) {
      const key = Math.floor(Math.random() * keys);
      const release = takers[key](most);
      if (release) {
        taken += 1;
        if (Atomics.add(inUse, key, 1) >= most) exceeded += 1;
        held.push([key, release]);
      }
      if (held.length > 2 || (!release && held.length > 0)) {
        const [old, giveBack] = held.shift();
        Atomics.sub(inUse, old, 1);
        giveBack();
      }
    }
    for (const [key, release] of held) {
      Atomics.sub(inUse, key, 1);
      release();
    }
    parentPort.postMessage({ exceeded, taken });
  });
`;

test('threads together never exceed a limit, and leave nothing behind, also if keys have to share slots', async () => {
  const keys = 40;
  const memory = createConcurrencyMemory(64);
  const seen = new SharedArrayBuffer(keys * 4);
  const rounds = draws(50_000);
  const workers = Array.from({ length: 4 }, () => {
    const workerData = { module, memory: joinConcurrencyMemory(memory.shared), seen, rounds, most, keys };
    return new Worker(hammer, { eval: true, workerData });
  });
  const results = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]));
  expect(results.map(({ exceeded }) => exceeded)).toEqual([0, 0, 0, 0]);
  for (const { taken } of results) expect(taken).toBeGreaterThan(0);
  expect(counts(memory.shared)).toBe(0);
});

/** All calls in the memory. */
function counts(shared: SharedArrayBuffer): number {
  return Number(new BigUint64Array(shared).reduce((sum, word) => sum + (word & 0xffffn), 0n));
}

/** Takes a place, and lets another thread act before the read of that number. */
function takeInterrupted(
  take: () => Release | undefined,
  read: number,
  act: () => void,
): Release | undefined {
  const load = Atomics.load.bind(Atomics);
  let reads = 0;
  const spy = vi.spyOn(Atomics, 'load').mockImplementation((...args: Parameters<typeof load>) => {
    reads += 1;
    if (reads === read) act();
    return load(...args);
  });
  try {
    return take();
  } finally {
    spy.mockRestore();
  }
}

test('a key has no second slot, whenever another thread frees one and takes it for the same key', () => {
  for (let key = 0; key < 16; key++) {
    for (let read = 1; read <= 16; read++) {
      const memory = createConcurrencyMemory(4);
      const [here, there] = [memory, joinConcurrencyMemory(memory.shared)].map(openConcurrentCalls);
      const others = [0, 1, 2].map((index) => there?.prepare(`other ${index}`)(1));
      let second: Release | undefined;
      const first = takeInterrupted(
        () => here?.prepare(`key ${key}`)(1),
        read,
        () => {
          for (const release of others) release?.();
          second = there?.prepare(`key ${key}`)(1);
        },
      );
      expect([first, second].filter(Boolean).length, `key ${key}, before read ${read}`).toBeLessThan(2);
    }
  }
});

test('a key without calls in progress is counted without a search', () => {
  const calls = openConcurrentCalls(createConcurrencyMemory());
  const load = vi.spyOn(Atomics, 'load');
  onTestFinished(() => load.mockRestore());
  for (let key = 0; key < 100; key++) {
    const take = calls.prepare(`key ${key}`);
    for (let call = 0; call < 3; call++) {
      load.mockClear();
      take(most)?.();
      expect(load.mock.calls.length).toBeLessThan(8);
    }
  }
});

test('a limit that is lowered takes no more calls until enough have ended', () => {
  const take = openConcurrentCalls(createConcurrencyMemory(64)).prepare('key');
  const held = [take(3), take(3), take(3)];
  expect([take(3), take(2)]).toEqual([undefined, undefined]);
  held[0]?.();
  expect(take(2)).toBe(undefined);
  held[1]?.();
  expect(take(2)).toBeTypeOf('function');
});

test('keys beyond the memory are refused, and served once others have no calls', () => {
  const calls = openConcurrentCalls(createConcurrencyMemory(64));
  const held = Array.from({ length: 64 }, (_, index) => calls.prepare(`key ${index}`)(1));
  expect(held.every(Boolean)).toBe(true);
  const other = calls.prepare('another');
  expect(other(1)).toBe(undefined);
  held[17]?.();
  expect(other(1)).toBeTypeOf('function');
});

test('what a thread has taken is given back once it has ended, and nothing of the others', () => {
  const first = createConcurrencyMemory(64);
  const second = joinConcurrencyMemory(first.shared);
  const [take, takeToo] = [first, second].map((memory) => openConcurrentCalls(memory).prepare('key'));
  take?.(3);
  takeToo?.(3);
  takeToo?.(3);
  expect(take?.(3)).toBe(undefined);
  releaseTaken(second);
  expect(counts(first.shared)).toBe(1);
});
