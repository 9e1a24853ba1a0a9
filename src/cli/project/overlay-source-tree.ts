import { memorySourceTree } from '../../source/memory-source-tree.ts';
import type { SourceTree } from '../../source/source-tree.ts';

/** A source tree as it would be with some files written: paths relative to its root, and their texts. */
export function overlaySourceTree(below: SourceTree, files: Readonly<Record<string, string>>): SourceTree {
  const texts = Object.entries(files).map(([path, text]) => [path, text.replace(/^\uFEFF/, '')]);
  const above = memorySourceTree(Object.fromEntries(texts) as Record<string, string>);
  return {
    list: async (patterns) => {
      const paths = await Promise.all([above.list(patterns), below.list(patterns)]);
      return [...new Set(paths.flat())].toSorted();
    },
    read: (path, maxBytes) => (Object.hasOwn(files, path) ? above : below).read(path, maxBytes),
  };
}
