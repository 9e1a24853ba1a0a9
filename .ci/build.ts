import { cp, rm } from 'node:fs/promises';
import { bundle } from './build/bundle.ts';
import { pruneDeclarations } from './build/prune-declarations.ts';

/**
 * Builds what the package contains. tsc has written the types to `dist/types`; here the modules of the sources are joined,
 * since a file costs more to find than to run. Each is in one of the joined modules only, whoever imports it.
 */
const assets = 'dist/runtime/portal/assets';

for (const folder of ['dist/cli', 'dist/runtime']) await rm(folder, { recursive: true, force: true });
await pruneDeclarations('dist/types', 'index.d.ts');
await bundle('dist', { index: 'src/index.ts', 'cli/main': 'src/cli/main.ts' });
/** Files that pages of the store load. */
await cp('src/runtime/portal/assets', assets, {
  recursive: true,
  filter: (file) => !file.endsWith('.ts'),
});
