// @module-tag full
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, '../../src/platform/bound-heap.ts');

/** Keeps 200 MB, replaces 50 MB of it again and again, and reports how many MB the heap had at most. */
const churn = (after: string) => `
  import { getHeapStatistics } from 'node:v8';
  import { boundHeap, letHeapGrow } from ${JSON.stringify(module)};
  const megabyte = (value) => new Array(2 ** 17).fill(value);
  const kept = Array.from({ length: 200 }, (_, index) => megabyte(index));
  boundHeap();
  ${after}
  // The heap grows to the bound of before until the next collection.
  gc();
  let most = 0;
  for (let turn = 0; turn < 1000; turn += 1) {
    kept[turn % 50] = megabyte(turn);
    most = Math.max(most, getHeapStatistics().used_heap_size / 2 ** 20);
    await new Promise(setImmediate);
  }
  process.stdout.write(String(most));
`;

/** Separates the two: both are far below it, or far above. */
const between = 400;

async function highest(after: string): Promise<number> {
  const words = ['--expose-gc', '--input-type=module', '--eval', churn(after)];
  return Number((await promisify(execFile)(process.execPath, words)).stdout);
}

test('what is replaced again and again is cleared away before it is as much as what is kept', async () => {
  expect(await highest('')).toBeLessThan(between);
});

test('a heap that may grow is kept for longer', async () => {
  expect(await highest('letHeapGrow();')).toBeGreaterThan(between);
});
