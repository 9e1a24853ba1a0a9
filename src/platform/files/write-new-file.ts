import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that must not exist yet, and the folders above it. Its mode is that of the system unless it is named.
 * Rejects with the system's error: EEXIST.
 */
export async function writeNewFile(file: string, text: string, mode = 0o666): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx', mode });
}
