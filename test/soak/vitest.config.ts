import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    provide: { isFull: true },
    reporters: ['default', './test/report-skipped.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
