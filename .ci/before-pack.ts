import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { written } from './build/package-json.ts';
import { renderShrinkwrap } from './render-shrinkwrap.ts';

/**
 * Before the package is packed: it gets the versions of its dependencies that it was tested with, and a package.json
 * without the scripts of a checkout, of which npm would warn. `after-pack.ts` takes both back.
 */
await writeFile('npm-shrinkwrap.json', renderShrinkwrap(await readFile('package-lock.json', 'utf8')));
// A pack that failed has left the one of the checkout there.
if (!existsSync(written)) await copyFile('package.json', written);
const { scripts: _, ...published } = JSON.parse(await readFile(written, 'utf8')) as Record<string, unknown>;
await writeFile('package.json', `${JSON.stringify(published, null, 2)}\n`);
