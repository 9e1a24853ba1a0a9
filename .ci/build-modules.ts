import { globSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { builtModules } from './build/built-modules.ts';
import { bundle } from './build/bundle.ts';

/**
 * After `npm run build`: bundles every module of the sources by itself, with the options of the package, so that tests of
 * one module test what the bundler makes of it.
 */
const files = globSync('**/*.ts', { cwd: 'src' }).filter((file) => !file.endsWith('-thread.ts'));

await rm(builtModules.folder, { recursive: true, force: true });
await bundle(
  builtModules.folder,
  Object.fromEntries(files.map((file) => [builtModules.nameOf(file), `src/${file}`])),
);
await mkdir(`${builtModules.folder}/runtime`);
await symlink('../../dist/runtime/portal', `${builtModules.folder}/runtime/portal`);
