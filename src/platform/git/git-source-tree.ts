import { normalize } from 'node:path/posix';
import type { ReadResult, SourceTree } from '../../source/source-tree.ts';
import { walkGlobs } from '../../source/walk-globs.ts';
import { decodeSource } from '../files/decode-source.ts';
import { GitBlobs } from './git-blobs.ts';
import { GitTree, listGitEntries } from './git-tree.ts';

/**
 * The files below a folder in a commit, in the form of `diskSourceTree`; empty if the commit does not have the folder.
 * For a folder that is not on disk, `below` is the path to it from a folder that is. Keeps a git process until it is
 * disposed of. Rejects if the folder is not in a repository, and with a GitMissingError if git is not installed.
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
    list: (patterns) => walkGlobs(patterns, (path) => tree.readFolder(path)),
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
    return bytes ? decodeSource(path, bytes) : { ok: false, reason: 'too-large' };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
