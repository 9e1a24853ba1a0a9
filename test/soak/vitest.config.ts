import { defineConfig } from 'vitest/config';
import { buildShipped } from '../shipped/build-shipped.ts';
import { shippedModules } from '../shipped/shipped-modules.ts';
import { NODE_COMPILE_CACHE } from '../vitest.config.ts';

buildShipped();

export default defineConfig({
  plugins: [shippedModules()],
  test: {
    include: ['test/soak/**/*.test.ts'],
    env: { NODE_COMPILE_CACHE },
    setupFiles: ['test/drawn-cases.ts'],
    // Each waits for polls and restarts for most of its time.
    maxWorkers: 2,
    provide: { isFull: true, isShipped: true },
    reporters: ['default', './test/report-skipped.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
