import { join } from 'node:path/posix';
import type { SourceTree } from './source-tree.ts';

/** A folder of a tree as a tree whose paths may lead out of the folder, but not out of the tree. Globs find nothing. */
export function sourceTreeIn(tree: SourceTree, folder: string): SourceTree {
  const readNow = tree.readNow?.bind(tree);
  return {
    list: () => Promise.resolve([]),
    read: (path, maxBytes) => tree.read(join(folder, path), maxBytes),
    ...(readNow && { readNow: (path, maxBytes) => readNow(join(folder, path), maxBytes) }),
  };
}
