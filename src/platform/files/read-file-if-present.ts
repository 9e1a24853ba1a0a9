import { readFile } from 'node:fs/promises';

/** The text of a file; undefined if the file does not exist. Rejects with Node's error if it cannot be read. */
export async function readFileIfPresent(file: string): Promise<string | undefined> {
  return (await readBytesIfPresent(file))?.toString('utf8');
}

/** The bytes of a file; undefined if the file does not exist. Rejects with Node's error if it cannot be read. */
export async function readBytesIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
