import { basename } from 'node:path';
import type { Plugin } from 'rolldown';
import { renderValidators } from '#compiler/load/validators/render-validators.ts';

/** Puts validators that are compiled already in the place of the modules that compile them, so that commands start sooner. */
export function compiledValidators(): Plugin {
  const compiled = renderValidators();
  return {
    name: 'compiled-validators',
    load: (id) => {
      if (!id.includes('/src/compiler/load/validators/')) return null;
      const code = compiled[basename(id).replace(/\.ts$/, '.js')];
      // The other modules of the folder are imported as they are written: with `.ts`.
      return code === undefined
        ? null
        : { code: code.replaceAll(/(from "\.\/[^"]+)\.js"/g, '$1.ts"'), moduleType: 'js' };
    },
  };
}
