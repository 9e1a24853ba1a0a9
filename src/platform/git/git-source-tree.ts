import { extname, normalize } from 'node:path/posix';
import type { ReadResult, SourceTree } from '#source/source-tree.ts';
import { walkGlobs } from '#source/walk-globs.ts';
import { decodeSource } from '../files/decode-source.ts';
import { GitBlobs } from './git-blobs.ts';
import { GitTree, listGitEntries } from './git-tree.ts';

/** The read files of one repository, shared by its trees, so that a file in several trees is read once. */
export type ReadBlobs = Map<string, Promise<ReadResult>>;

/**
 * The files below a folder in a commit, in the form of `diskSourceTree`; empty if the commit does not have the folder.
 * If the folder is not on disk, `folder` is one above it, and `below` is the path from there. Uses a git process until
 * it is disposed of. Rejects if the folder is not in a repository, and with a GitMissingError if git is not installed.
 */
export async function openGitSourceTree(
  folder: string,
  commit: string,
  below = '',
  known?: ReadBlobs,
): Promise<SourceTree & AsyncDisposable> {
  const entries = await listGitEntries(folder, commit, below);
  const blobs = new GitBlobs(folder);
  const tree = new GitTree(entries, blobs);
  return {
    list: (patterns) => walkGlobs(patterns, (path) => tree.readFolder(path)),
    read: (path, maxBytes) => readPath({ tree, blobs, known }, normalize(path), maxBytes),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

interface OpenTree {
  readonly tree: GitTree;
  readonly blobs: GitBlobs;
  readonly known: ReadBlobs | undefined;
}

async function readPath(
  { tree, blobs, known }: OpenTree,
  path: string,
  maxBytes: number,
): Promise<ReadResult> {
  const target = await tree.follow(path).catch(() => undefined);
  if (!target) return unreadable;
  if (target.type === 'failure') return { ok: false, reason: target.reason };
  if (target.type === 'folder')
    return { ok: false, reason: target.path === '' ? 'outside-tree' : 'not-a-file' };
  const key = `${target.id} ${maxBytes} ${extname(path)}`;
  const read = known?.get(key) ?? readBlob(blobs, target.id, path, maxBytes);
  known?.set(key, read);
  return read;
}

const unreadable: ReadResult = { ok: false, reason: 'unreadable' };

async function readBlob(blobs: GitBlobs, id: string, path: string, maxBytes: number): Promise<ReadResult> {
  try {
    const bytes = await blobs.read(id, maxBytes);
    return bytes ? decodeSource(path, bytes) : { ok: false, reason: 'too-large' };
  } catch {
    return unreadable;
  }
}
