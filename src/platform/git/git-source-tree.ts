import { join, matchesGlob, normalize } from 'node:path/posix';
import type { ReadResult, SourceTree } from '../../source/source-tree.ts';
import { decodeSource, isListed } from '../files/source-files.ts';
import { GitBlobs } from './git-blobs.ts';
import { GitTree, listGitEntries } from './git-tree.ts';

/**
 * The files below a folder in a commit, in the form of `diskSourceTree`; empty if the commit does not have the folder.
 * For a folder that is not on disk, `below` is the path to it from a folder that is. Holds a process of git until it is
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

/** The files and links that a pattern finds, as a glob on disk does: links are followed where the pattern spells their names. */
async function globGitTree(tree: GitTree, pattern: string): Promise<readonly string[]> {
  const patterns = expandAlternatives(pattern);
  const found = await Promise.all(patterns.map((one) => globFolder(tree, '', '', one.split('/'))));
  return found.flat();
}

/** `{a,b}/c` as `a/c` and `b/c`. */
function expandAlternatives(pattern: string): readonly string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!match) return [pattern];
  const [braces, choices = ''] = match;
  const [before, after] = [pattern.slice(0, match.index), pattern.slice(match.index + braces.length)];
  return choices.split(',').flatMap((choice) => expandAlternatives(`${before}${choice}${after}`));
}

/** In a folder of the tree, which the pattern may have reached by another name. */
async function globFolder(
  tree: GitTree,
  folder: string,
  named: string,
  segments: readonly string[],
): Promise<readonly string[]> {
  const [segment = '', ...rest] = segments;
  if (segment === '**') return globBelow(tree, folder, named, segments.join('/'));
  const names = tree.namesIn(folder).filter((name) => fits(name, segment));
  if (rest.length === 0) {
    return names.filter((name) => tree.hasFile(join(folder, name))).map((name) => join(named, name));
  }
  const found = names.map(async (name) => {
    const path = join(folder, name);
    const target = isSpelled(segment) ? await tree.follow(path) : { type: 'folder' as const, path };
    return target.type === 'folder' ? globFolder(tree, target.path, join(named, name), rest) : [];
  });
  return (await Promise.all(found)).flat();
}

/** Whatever depth, and no links are followed. */
function globBelow(tree: GitTree, folder: string, named: string, pattern: string): readonly string[] {
  const start = folder === '' ? '' : `${folder}/`;
  return tree.paths
    .filter((path) => path.startsWith(start) && matchesGlob(path.slice(start.length), pattern))
    .map((path) => join(named, path.slice(start.length)));
}

/** Whether a segment of a pattern is the very name of what it finds. */
function isSpelled(segment: string): boolean {
  return !/[*?[\]{}()!\\]/.test(segment);
}

function fits(name: string, segment: string): boolean {
  return isSpelled(segment) ? name === segment : matchesGlob(name, segment);
}
