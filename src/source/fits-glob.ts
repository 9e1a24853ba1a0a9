import { matchesGlob, normalize } from 'node:path/posix';

/** Names of files and folders that no glob finds, nor anything below them. */
export const skippedNames: ReadonlySet<string> = new Set(['node_modules', '.git', '.gatewright']);

/** Whether a glob may find a path: it is inside the tree, and not in a folder that is skipped. */
export function isListed(path: string): boolean {
  return !path.split('/').some((segment) => segment === '..' || skippedNames.has(segment));
}

/** Whether a glob of the sources, as written (`./apis/**`), finds a path. */
export function fitsGlob(path: string, glob: string): boolean {
  return matchesGlob(path, normalize(glob));
}

/** Whether a text matches a path: as its exact name, which may contain any characters, or as a glob. */
export function matchesPathOrGlob(path: string, written: string): boolean {
  return path === normalize(written) || fitsGlob(path, written);
}
