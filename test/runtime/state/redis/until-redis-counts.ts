import { expect } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openRedisCounters } from '#runtime/state/redis/redis-counters.ts';
import { countBy } from '../counted-limits.ts';

/** Resolves once Redis counts in time; a server that has just started may be too slow for the first calls. */
export async function untilRedisCounts(url: string): Promise<void> {
  const counters = await openRedisCounters({ url, warn: () => undefined });
  const limits = counters.prepare([countBy(1000, 'second')]);
  try {
    await eventually(async () => expect(await limits.take()).toMatchObject({ outcome: 'passed' }));
  } finally {
    counters.close();
  }
}
