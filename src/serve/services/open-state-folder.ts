import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainSystemError } from '../../platform/explain-system-error.ts';
import { makePrivateFolder } from '../../platform/files/make-private-folder.ts';
import { StartupError } from '../startup-error.ts';

/** Makes the state folder where it is missing, and sees that it can be written. Rejects with a StartupError. */
export async function openStateFolder(folder: string): Promise<void> {
  try {
    await makePrivateFolder(folder);
    await tryWriting(folder);
  } catch (error) {
    throw new StartupError(`The state folder ${folder} cannot be written (${explainSystemError(error)}).`);
  }
}

/** Rights alone do not tell: a disk may be full, or a file system read-only. */
async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, `.writable.${process.pid}`);
  await writeFile(file, 'x');
  await rm(file, { force: true });
}
