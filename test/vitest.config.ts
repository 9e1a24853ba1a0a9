import { defineConfig } from 'vitest/config';

/** `npm test` skips the tests with the tag `full`, which take long; `npm run test:full` sets the mode, and runs all. */
export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  return {
    test: {
      include: ['test/**/*.test.ts'],
      exclude: ['test/soak/**'],
      tags: [{ name: 'full', description: 'Takes long; runs in npm run test:full.', skip: !isFull }],
      provide: { isFull },
      reporters: ['default', './test/report-skipped.ts'],
      // With a process for each file, most of the time would go into loading the same modules again.
      isolate: false,
      maxWorkers: '100%',
      // Long enough for a test that starts several gateways on a machine that has much else to do.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
});
