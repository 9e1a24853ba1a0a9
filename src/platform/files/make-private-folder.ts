import { mkdir } from 'node:fs/promises';

/** Makes a folder that only its owner can look into, and those above it; one that is there already stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
