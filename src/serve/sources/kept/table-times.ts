import { stat, utimes } from 'node:fs/promises';

/** When a table was served, and when an Envoy was last known to have it, in milliseconds since 1970-01-01T00:00:00Z. */
export interface TableTimes {
  readonly servedAt: number;
  readonly inUseAt: number;
}

/**
 * Notes both in the times of a file, for all gateways on its folder: they do not write tables in the order in which they
 * served them, and know only their own Envoys. Does nothing if another one has removed the file.
 */
export async function dateFile(file: string, { servedAt, inUseAt }: TableTimes): Promise<void> {
  await utimes(file, inUseAt / 1000, servedAt / 1000).catch(ifMissing);
}

/** The times that `dateFile` noted; undefined if the file does not exist. */
export async function readTimes(file: string): Promise<TableTimes | undefined> {
  const found = await stat(file).catch(ifMissing);
  return found && { servedAt: found.mtimeMs, inUseAt: found.atimeMs };
}

/** The device and the inode of a file, the same for all its hard links; undefined if the file cannot be read. */
export async function readIdentity(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
