import { chmod, lstat, open, stat } from 'node:fs/promises';
import { makeFolders } from './make-folders.ts';

/** Makes a folder that only its owner can read, and its parents; an existing one is unchanged. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolders(folder, 0o700);
}

/**
 * Ensures that a file exists that only its owner can read; creates an empty one. An existing file is not opened, since
 * closing it would release the locks that this process has on it; the target of a link is unchanged. Rejects with the
 * system's error, also if a link has no target.
 */
export async function makeEmptyFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const [found] = await Promise.all([lstat(file), stat(file)]);
    if (found.isFile()) await chmod(file, 0o600);
  }
}
