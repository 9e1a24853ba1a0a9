import { normalize } from 'node:path/posix';
import type { ReadResult, SourceTree } from '../../source/source-tree.ts';
import { decodeSource } from '../files/decode-source.ts';
import { GitBlobs } from './git-blobs.ts';
import { globGitTree } from './glob-git-tree.ts';
import { GitTree, listGitEntries } from './git-tree.ts';
import { isListed } from '../files/skipped-folders.ts';

/**
 * The files below a folder as they were in a commit, as `diskSourceTree` would give them; empty where the folder was
 * not there yet. Of a folder that is not on disk, the way to it from one that is goes into `below`. Holds a process of git until it is disposed of. Rejects where the folder is in no repository, and
 * with a GitMissingError where there is no git.
 */
export async function openGitSourceTree(
  folder: string,
  commit: string,
  below = '',
): Promise<SourceTree & AsyncDisposable> {
  const entries = await listGitEntries(folder, commit, below);
  const blobs = new GitBlobs(folder);
  const tree = new GitTree(entries, blobs);
  return {
    list: async (patterns) => {
      const found = await Promise.all(patterns.map((pattern) => globGitTree(tree, normalize(pattern))));
      return [...new Set(found.flat())].filter(isListed).toSorted();
    },
    read: (path, maxBytes) => readBlob(tree, blobs, normalize(path), maxBytes),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

async function readBlob(tree: GitTree, blobs: GitBlobs, path: string, maxBytes: number): Promise<ReadResult> {
  try {
    const target = await tree.follow(path);
    if (target.type === 'failure') return { ok: false, reason: target.reason };
    if (target.type === 'folder')
      return { ok: false, reason: target.path === '' ? 'outside-tree' : 'not-a-file' };
    const bytes = await blobs.read(target.id, maxBytes);
    return bytes ? decodeSource(bytes) : { ok: false, reason: 'too-large' };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
