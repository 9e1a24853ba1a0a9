import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/soak/**'],
    // Long enough for a test that starts several gateways on a machine that has much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
