import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';

/** A folder that is on disk, and the way from there to another one, with `/` between segments. */
export interface NearestFolder {
  readonly folder: string;
  readonly below: string;
}

/** The nearest folder on the way up from one that need not be on disk, since a commit may hold what the disk does not. */
export async function nearestFolder(wanted: string): Promise<NearestFolder> {
  let folder = wanted;
  while (!(await isFolder(folder)) && folder !== dirname(folder)) folder = dirname(folder);
  return { folder, below: relative(folder, wanted).split(sep).join('/') };
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
