import type { ReadResult, SourceTree } from './source-tree.ts';

/**
 * A tree whose files can be read again at once, since the texts that were read stay in memory. The texts take much less
 * memory than the parsed files.
 */
export function cacheReadFiles(tree: SourceTree): SourceTree & Required<Pick<SourceTree, 'readNow'>> {
  const known = new Map<string, ReadResult>();
  const keyOf = (path: string, maxBytes: number) => `${maxBytes} ${path}`;
  return {
    ...tree,
    read: async (path, maxBytes) => {
      const result = known.get(keyOf(path, maxBytes)) ?? (await tree.read(path, maxBytes));
      known.set(keyOf(path, maxBytes), result);
      return result;
    },
    readNow: (path, maxBytes) => known.get(keyOf(path, maxBytes)) ?? { ok: false, reason: 'unreadable' },
  };
}
