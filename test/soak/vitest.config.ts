import { defineConfig } from 'vitest/config';
import { NODE_COMPILE_CACHE } from '../vitest.config.ts';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    env: { NODE_COMPILE_CACHE },
    // Each waits for polls and restarts for most of its time.
    maxWorkers: 2,
    provide: { isFull: true },
    reporters: ['default', './test/report-skipped.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
