import { readdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/**
 * Removes from a folder what would have become one of its tables and has not changed since a time, in milliseconds since
 * 1970-01-01T00:00:00Z: it has the name of one, and after it what makes it unlike any other.
 */
export async function removeUnfinished(
  folder: string,
  isTable: (name: string) => boolean,
  since: number,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => {
    const end = extname(name);
    return /^\.[0-9a-f]{12}$/.test(end) && isTable(basename(name, end));
  });
  for (const file of names.map((name) => join(folder, name))) {
    const found = await stat(file).catch(() => undefined);
    // Another name of a table has the times of that, but for the one at which it was given.
    if (found && found.ctimeMs < since) await rm(file, { force: true });
  }
}
