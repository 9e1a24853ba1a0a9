import { isAbsolute, join, relative, sep } from 'node:path';

/** A file below a root as its reader would type it in the current folder, so that a terminal makes a link of it. */
export function showPath(root: string, file: string, cwd: string): string {
  return relative(cwd, join(root, file));
}

/** The way from a folder to a path inside of it, empty for the folder itself; undefined where it leads out. */
export function pathInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}
