import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'rolldown';
import { compiledValidators } from './build/compiled-validators.ts';

/** After `npm run build`: makes one executable file of Node, the whole program, its packages and its files. */
const folder = 'dist/executable';
const program = join(folder, 'program.cjs');

await mkdir(folder, { recursive: true });
await build({
  input: './.ci/build/executable-main.ts',
  platform: 'node',
  // What is evaluated only to throw stays, as in `bundle.ts`.
  treeshake: false,
  plugins: [compiledValidators()],
  // Node compiles a script of CommonJS in advance, and starts threads from its text.
  output: { file: program, format: 'cjs', codeSplitting: false, minify: { compress: false, mangle: false } },
});

const assets = globSync('dist/runtime/**/*.*').map((file) => [relative('dist', file), file] as const);
const config = {
  main: program,
  output: join(folder, 'gatewright'),
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: { 'package.json': 'package.json', 'program.cjs': program, ...Object.fromEntries(assets) },
};
await writeFile(join(folder, 'config.json'), JSON.stringify(config, null, 2));
execFileSync(process.execPath, ['--build-sea', join(folder, 'config.json')], { stdio: 'inherit' });
