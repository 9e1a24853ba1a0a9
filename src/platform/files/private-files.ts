import { chmod, lstat, mkdir, open, stat } from 'node:fs/promises';

/** Makes a folder that only its owner can look into, and those above it; one that is there already stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Sees that there is a file that only its owner can read, an empty one if it does not exist. An existing file is not
 * opened, since closing it would take away the locks that this process has on it; what a link leads to is left as it is.
 * Rejects with the system's error, also if a link leads nowhere.
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
