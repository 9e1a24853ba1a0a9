import { memorySourceTree } from './memory-source-tree.ts';
import type { SourceTree } from './source-tree.ts';

const unreadable = { ok: false, reason: 'unreadable' } as const;

/**
 * A source tree with some files written and others deleted. `files` contains texts by paths relative to the root;
 * undefined for deleted files.
 */
export function overlaySourceTree(
  below: SourceTree,
  files: Readonly<Record<string, string | undefined>>,
): SourceTree {
  const written = Object.entries(files).filter(([, text]) => text !== undefined);
  const texts = written.map(([path, text = '']) => [path, text.replace(/^\uFEFF/, '')]);
  const above = memorySourceTree(Object.fromEntries(texts) as Record<string, string>);
  const isWritten = (path: string): boolean => Object.hasOwn(files, path);
  const readNow = (path: string, maxBytes: number) =>
    isWritten(path) ? above.readNow(path, maxBytes) : (below.readNow?.(path, maxBytes) ?? unreadable);
  return {
    list: async (patterns) => {
      const [added, others] = await Promise.all([above.list(patterns), below.list(patterns)]);
      return [...new Set([...added, ...others.filter((path) => !isWritten(path))])].toSorted();
    },
    read: (path, maxBytes) => (isWritten(path) ? above : below).read(path, maxBytes),
    ...(below.has && { has: async (path) => (isWritten(path) ? above.has?.(path) : below.has?.(path)) }),
    ...(below.readNow && { readNow }),
  };
}
