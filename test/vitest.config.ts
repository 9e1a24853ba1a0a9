import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { installPackages } from '../.ci/install-packages.ts';
import { buildShipped } from './shipped/build-shipped.ts';
import { shippedModules } from './shipped/shipped-modules.ts';

/** Where the processes and threads that tests start keep compiled sources, which takes a quarter off a start of a gateway. */
export const NODE_COMPILE_CACHE = fileURLToPath(
  new URL('../node_modules/.cache/node-compile', import.meta.url),
);

/**
 * All tests; `npm test` sets the mode `quick`, and filters out those with the tag `full`, which take long. In the mode
 * `shipped` they test the built package: processes run `dist`, and modules come from the same bundler.
 */
export default defineConfig(({ mode }) => {
  if (mode !== 'quick') installPackages(fileURLToPath(new URL('packages', import.meta.url)));
  if (mode === 'shipped') buildShipped();
  return {
    plugins: mode === 'shipped' ? [shippedModules()] : [],
    test: {
      include: ['test/**/*.test.ts'],
      exclude: ['**/node_modules/**', 'test/soak/**'],
      tags: [{ name: 'full', description: 'Takes long; runs in npm run test:full alone.' }],
      env: { NODE_COMPILE_CACHE },
      setupFiles: ['test/drawn-cases.ts'],
      provide: { isFull: mode !== 'quick', isShipped: mode === 'shipped' },
      reporters: ['default', './test/report-skipped.ts'],
      // With a process for each file, most of the time would go into loading the same modules again.
      isolate: false,
      // One more than there are processors, since tests with servers and browsers wait for half of their time.
      maxWorkers: availableParallelism() + 1,
      // Long enough for a test that starts several gateways on a busy machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  };
});
