import { chmod, open } from 'node:fs/promises';

/**
 * Sees that there is a file that only its owner can read, an empty one if there was none. A file that is there is not
 * opened, since closing it would take away the locks that this process has on it.
 */
export async function makeEmptyFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    await chmod(file, 0o600);
  }
}
