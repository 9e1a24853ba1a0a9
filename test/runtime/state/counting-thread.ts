import { parentPort, workerData } from 'node:worker_threads';
import type { Taken } from '#runtime/ports/rate-counters.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { countBy } from './counted-limits.ts';

interface Plan {
  readonly memory: SharedArrayBuffer;
  /** Counts the threads that are ready, so that all begin at once. */
  readonly gate: SharedArrayBuffer;
  readonly threads: number;
  /** The time, in milliseconds. */
  readonly at: number;
  readonly keys: number;
  readonly requests: number;
  readonly calls: number;
  readonly others?: number;
  readonly wide?: string;
}

const { memory, gate, threads, at, keys, requests, calls, others = 0, wide } = workerData as Plan;
let now = at;
const counters = openLocalCounters({ memory, clock: () => now, onFull: () => undefined });
const shared = wide === undefined ? [] : [countBy(1_000_000, 'day', { key: wide })];
const sets = Array.from({ length: keys }, (_, index) =>
  counters.prepare([...shared, countBy(requests, 'day', { key: `key ${index}` })]),
);

const ready = new Int32Array(gate);
Atomics.add(ready, 0, 1);
while (Atomics.load(ready, 0) < threads);

const passes = sets.map(() => 0);
for (let call = 0; call < calls; call++) {
  for (let other = 0; other < others; other++) {
    // Of no more than a second in all, in which no call of a day comes back.
    now = at + Math.floor((call * 1000) / calls);
    void counters.prepare([countBy(1_000_000_000, 'second')]).take();
  }
  const taken = sets[call % keys]?.take() as Taken;
  if (taken.outcome === 'passed') passes[call % keys] = (passes[call % keys] ?? 0) + 1;
}
parentPort?.postMessage(passes, []);
