import { cp, writeFile } from 'node:fs/promises';
import { build } from 'rolldown';
import { renderValidators } from '../src/compiler/load/validators/render-validators.ts';

/**
 * Makes what tsc has put into `dist` start sooner: validators that are compiled already take the place of the modules
 * that compile them, and the modules of the command line are joined, since a file costs more to find than to run.
 */
for (const [file, code] of Object.entries(renderValidators())) {
  await writeFile(`dist/compiler/load/validators/${file}`, code);
}
/** Files that pages of the store load. */
await cp('src/runtime/portal/assets', 'dist/runtime/portal/assets', {
  recursive: true,
  filter: (file) => !file.endsWith('.ts'),
});
/** The reference viewer, so that an installation need not bring its package, which has dozens of dependencies. */
const viewer = 'dist/runtime/portal/assets/viewer';
await cp('node_modules/@scalar/api-reference/dist/browser/standalone.js', `${viewer}/viewer.js`);
await cp('.ci/viewer/LICENSE.txt', `${viewer}/LICENSE.txt`);

/** Small packages of a module or two, which every lint needs, are joined too; the others stay what they are. */
const joined = ['pluralize', 'leven', 'fast-deep-equal', 'ajv/dist/runtime/', 'ajv-formats/dist/formats'];

await build({
  // Threads begin with modules of their own, which are looked for beside the one that starts them.
  input: {
    main: 'dist/cli/main.js',
    'source-thread': 'dist/serve/threads/source-thread.js',
    'serving-thread': 'dist/serve/threads/serving-thread.js',
    'comparison-thread': 'dist/serve/threads/comparison-thread.js',
    'proposal-thread': 'dist/serve/threads/proposal-thread.js',
    'examining-thread': 'dist/serve/threads/examining-thread.js',
  },
  platform: 'node',
  external: (id) => /^[a-z@]/.test(id) && !joined.some((start) => id.startsWith(start)),
  output: {
    dir: 'dist/cli',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    cleanDir: true,
  },
});
