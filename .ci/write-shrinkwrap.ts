import { readFile, writeFile } from 'node:fs/promises';
import { renderShrinkwrap } from './render-shrinkwrap.ts';

/** Before the package is packed: it brings the versions of its dependencies that it was tested with. */
await writeFile('npm-shrinkwrap.json', renderShrinkwrap(await readFile('package-lock.json', 'utf8')));
