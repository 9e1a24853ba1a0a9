import type { ReadResult, SourceTree } from './source-tree.ts';

/** Two trees that are read together, each file once. */
export interface SharedTrees {
  readonly base: SourceTree;
  readonly head: SourceTree;
  /** Whether a path can be read in both trees, with the same text. */
  readonly isShared: (path: string, maxBytes: number) => Promise<boolean>;
}

/**
 * Two trees that read each file once. When a file of `base` is read, that of `head` is read at the same time, since
 * most files are compared.
 */
export function shareFiles(base: SourceTree, head: SourceTree): SharedTrees {
  const [readBase, readHead] = [readOnce(base), readOnce(head)];
  const readBoth: SourceTree['read'] = (path, maxBytes) => {
    void readHead(path, maxBytes);
    return readBase(path, maxBytes);
  };
  return {
    base: { ...base, read: readBoth },
    head: { ...head, read: readHead },
    isShared: async (path, maxBytes) =>
      isSame(await readBase(path, maxBytes), await readHead(path, maxBytes)),
  };
}

function readOnce(tree: SourceTree): SourceTree['read'] {
  const known = new Map<string, Promise<ReadResult>>();
  return (path, maxBytes) => {
    const key = `${maxBytes} ${path}`;
    const result = known.get(key) ?? tree.read(path, maxBytes);
    known.set(key, result);
    return result;
  };
}

function isSame(one: ReadResult, other: ReadResult): boolean {
  return one.ok && other.ok && one.text === other.text && one.isLinked === other.isLinked;
}
