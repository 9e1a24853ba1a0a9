import { expect } from 'vitest';

/** An act, one of its kind that does no harm, and the least limit, in seconds of the processor. */
interface Compared {
  readonly act: () => Promise<unknown>;
  readonly harmless: () => Promise<unknown>;
  readonly limit: number;
}

/**
 * Expects an act to take less of the processor than the limit, or than twenty times what a harmless one takes, since
 * other threads and a slow machine add to both.
 */
export async function expectCheap({ act, harmless, limit }: Compared): Promise<void> {
  // The first one compiles and fills caches.
  await harmless();
  const usual = await secondsOf(harmless);
  expect(await secondsOf(act)).toBeLessThan(Math.max(limit, 20 * usual));
}

/** What all threads of this process take of the processor meanwhile. */
async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  return process.cpuUsage(before).user / 1e6;
}
