import { relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { builtModules } from '../../.ci/build/built-modules.ts';

const root = resolve(import.meta.dirname, '../..');

/** Gives tests the modules that the bundler made in place of those of the sources. */
export function shippedModules(): Plugin {
  return {
    name: 'shipped-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !/^[.#].*\.ts$/.test(id)) return null;
      const path = id.startsWith('#') ? resolve(root, 'src', id.slice(1)) : resolve(importer, '..', id);
      const file = relative(resolve(root, 'src'), path);
      if (file.startsWith('..')) return null;
      return resolve(root, builtModules.folder, `${builtModules.nameOf(file)}.js`);
    },
  };
}
