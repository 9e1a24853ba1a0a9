import { digestOf } from '#compiled/digest.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { ReleasedFile } from '#compiler/workspace/examined-definition.ts';
import type { RecentFiles } from './recent-files.ts';

/** A tree whose files can be read again synchronously. */
export type RereadableTree = SourceTree & Required<Pick<SourceTree, 'readNow'>>;

export function isRereadable(tree: SourceTree): tree is RereadableTree {
  return tree.readNow !== undefined;
}

/**
 * A text that is read again on request. It is empty if its file has changed, since findings belong to one state of a
 * file.
 */
export class ReleasedText {
  readonly isMarked: boolean;
  readonly isLinked: boolean;
  readonly #read: () => string;

  constructor(
    file: ReleasedFile,
    tree: RereadableTree,
    maxBytes: number,
    recent: RecentFiles<{ readonly path: string; readonly text: string }>,
  ) {
    this.isMarked = file.isMarked;
    this.isLinked = file.isLinked;
    this.#read = () => {
      const { path } = file;
      return (recent.get(path) ?? recent.add({ path, text: readSame(file, tree, maxBytes) })).text;
    };
  }

  get text(): string {
    return this.#read();
  }
}

function readSame({ path, digest }: ReleasedFile, tree: RereadableTree, maxBytes: number): string {
  const read = tree.readNow(path, maxBytes);
  return read.ok && digestOf(read.text) === digest ? read.text : '';
}
