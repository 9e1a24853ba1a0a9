/** Folders that no glob looks into. */
export const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '.git', '.gatewright']);

/** Whether a glob may find a path: one inside the tree, and in no folder that is skipped. */
export function isListed(path: string): boolean {
  return !path.split('/').some((segment) => segment === '..' || skippedFolders.has(segment));
}
