import { readFile, writeFile } from 'node:fs/promises';
import { written } from './build/package-json.ts';
import { renderShrinkwrap } from './render-shrinkwrap.ts';

/**
 * Before the package is packed: it gets the versions of its dependencies that it was tested with, and a package.json
 * without the script `prepare`, of which npm would warn. `after-pack.ts` takes both back.
 */
await writeFile('npm-shrinkwrap.json', renderShrinkwrap(await readFile('package-lock.json', 'utf8')));
const current = await readFile('package.json', 'utf8');
// One without the script was left by a pack that was interrupted, and its original is still there.
if (hasPrepare(current)) await writeFile(written, current);
const { scripts, ...others } = JSON.parse(await readFile(written, 'utf8')) as { readonly scripts: object };
const published = { ...others, scripts: { ...scripts, prepare: undefined } };
await writeFile('package.json', `${JSON.stringify(published, null, 2)}\n`);

function hasPrepare(text: string): boolean {
  const { scripts: given } = JSON.parse(text) as { readonly scripts: object };
  return 'prepare' in given;
}
