import { chmod, lstat, open, stat } from 'node:fs/promises';
import { makeFolders } from './make-folders.ts';

/** Creates a folder that only its owner can read, and its parents; an existing folder is unchanged. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolders(folder, 0o700);
}

/**
 * Creates an empty file that only its owner can read, or restricts an existing file to its owner. An existing file is
 * not opened, since closing it would release the locks that this process has on it; the target of a link is unchanged.
 * Rejects with the system's error, also if a link has no target.
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
