import { globSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'rolldown';
import { compiledValidators } from './build/compiled-validators.ts';
import { pruneDeclarations } from './build/prune-declarations.ts';

/**
 * Builds what the package contains. tsc has written the types to `dist/types`; here the modules of the sources are joined,
 * since a file costs more to find than to run. Each is in one of the joined modules only, whoever imports it.
 */
const assets = 'dist/runtime/portal/assets';

/** Small packages of a module or two, which every lint needs, are joined too; the others stay what they are. */
const joined = ['pluralize', 'leven', 'fast-deep-equal', 'ajv/dist/runtime/', 'ajv-formats/dist/formats'];

/** Threads begin with modules of their own, which are looked for next to the one that starts them. */
const threads = globSync('src/serve/threads/*-thread.ts').map(
  (file) => [`cli/${basename(file, '.ts')}`, file] as const,
);

for (const folder of ['dist/cli', 'dist/runtime']) await rm(folder, { recursive: true, force: true });
await pruneDeclarations('dist/types', 'index.d.ts');
await build({
  input: { index: 'src/index.ts', 'cli/main': 'src/cli/main.ts', ...Object.fromEntries(threads) },
  platform: 'node',
  plugins: [compiledValidators()],
  external: (id) => /^[a-z@]/.test(id) && !joined.some((start) => id.startsWith(start)),
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'cli/[name]-[hash].js',
  },
});
/** Files that pages of the store load. */
await cp('src/runtime/portal/assets', assets, {
  recursive: true,
  filter: (file) => !file.endsWith('.ts'),
});
/** The reference viewer, so that an installation need not bring its package, which has dozens of dependencies. */
await cp('node_modules/@scalar/api-reference/dist/browser/standalone.js', `${assets}/viewer/viewer.js`);
await cp('.ci/viewer/LICENSE.txt', `${assets}/viewer/LICENSE.txt`);
