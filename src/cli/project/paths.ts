import { stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The path of a file below a root, relative to the current folder, so that terminals can link it. */
export function showPath(root: string, file: string, cwd: string): string {
  return relative(cwd, join(root, file));
}

/** A folder on disk, and the path from it to another folder, with `/` between segments. */
export interface NearestFolder {
  readonly folder: string;
  readonly below: string;
}

/** The nearest existing folder at or above a path. The path may exist only in a commit, not on disk. */
export async function nearestFolder(wanted: string): Promise<NearestFolder> {
  let folder = wanted;
  while (!(await isFolder(folder)) && folder !== dirname(folder)) folder = dirname(folder);
  return { folder, below: relative(folder, wanted).split(sep).join('/') };
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}

/** A word, quoted for a POSIX shell if necessary. */
export function quoteForShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
