import { isAbsolute, relative, sep } from 'node:path';

/**
 * The relative path from a folder to a path inside it, empty for the folder itself; undefined if the path is outside.
 */
export function pathInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}
