import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents with a mode; existing folders are unchanged. Rejects with the system's error. Used
 * instead of Node's recursive `mkdir`, which never ends below folders such as `/proc`, and hides that a disk is
 * read-only.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const error = await tryMaking(folder, mode);
  if (error === undefined) return;
  if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
  await makeFolders(dirname(folder), mode);
  const again = await tryMaking(folder, mode);
  if (again !== undefined) throw again;
}

/** The error of creating a folder; undefined if the folder exists now. */
async function tryMaking(
  folder: string,
  mode: number | undefined,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { ...(mode !== undefined && { mode }) });
    return undefined;
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    return found?.isDirectory() ? undefined : (error as NodeJS.ErrnoException);
  }
}
