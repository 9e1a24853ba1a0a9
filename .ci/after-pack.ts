import { copyFile, rm } from 'node:fs/promises';
import { written } from './build/package-json.ts';

/** After the package is packed: takes back what `before-pack.ts` has written. */
await copyFile(written, 'package.json');
await rm(written);
await rm('npm-shrinkwrap.json');
