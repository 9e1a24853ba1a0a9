import { describe } from 'vitest';
import { createMemoryUsage } from '#runtime/state/usage/memory-usage.ts';
import { describeUsageStore } from './usage-contract.ts';

describe('the usage in memory', () => {
  describeUsageStore(async () => {
    let shared: ReturnType<typeof createMemoryUsage> | undefined;
    return { open: async (clock) => (shared ??= createMemoryUsage(clock)) };
  });
});
