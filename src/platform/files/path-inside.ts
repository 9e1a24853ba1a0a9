import { isAbsolute, relative, sep } from 'node:path';

/** The way from a folder to a path inside of it, empty for the folder itself; undefined if it leads out. */
export function pathInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}
