import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'rolldown';
import { compiledValidators } from './compiled-validators.ts';

/** Small packages of a module or two, which every lint needs, are joined too; the others stay what they are. */
const joined = [
  'pluralize',
  'leven',
  'get-east-asian-width',
  'fast-deep-equal',
  'ajv/dist/runtime/',
  'ajv-formats/dist/formats',
];

/** Threads begin with modules of their own, which are looked for next to the one that starts them. */
const threads = globSync('src/serve/threads/*-thread.ts').map(
  (file) => [`cli/${basename(file, '.ts')}`, file] as const,
);

/**
 * Joins the modules of the sources in `folder`, since a file costs more to find than to run. Each is in one of the joined
 * modules only, whoever imports it. `input` has the modules that others load, by their names without `.js`.
 */
export async function bundle(folder: string, input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    input: { ...input, ...Object.fromEntries(threads) },
    platform: 'node',
    // Without this and `minify: false`, what is evaluated only to throw is removed, such as `decodeURIComponent(text)`.
    treeshake: false,
    plugins: [compiledValidators()],
    external: (id) => /^[a-z@]/.test(id) && !joined.some((start) => id.startsWith(start)),
    output: {
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: 'cli/[name]-[hash].js',
      minify: false,
      comments: { jsdoc: false, annotation: false },
    },
  });
}
