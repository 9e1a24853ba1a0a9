import { defineConfig } from 'vitest/config';
import { NODE_COMPILE_CACHE } from '../vitest.config.ts';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    env: { NODE_COMPILE_CACHE },
    provide: { isFull: true },
    reporters: ['default', './test/report-skipped.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
