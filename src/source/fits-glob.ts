import { matchesGlob, normalize } from 'node:path/posix';

/** Whether a glob of the sources, as it is written (`./apis/**`), finds a path. */
export function fitsGlob(path: string, glob: string): boolean {
  return matchesGlob(path, normalize(glob));
}

/** Whether somebody means a path by what they have written: its very name, whatever signs are in it, or a glob. */
export function isMeantBy(path: string, written: string): boolean {
  return path === normalize(written) || fitsGlob(path, written);
}
