import { join, relative } from 'node:path';

/** A file below a root as its reader would type it in the current folder, so that a terminal makes a link of it. */
export function showPath(root: string, file: string, cwd: string): string {
  return relative(cwd, join(root, file));
}
