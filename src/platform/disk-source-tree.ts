import { glob, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ReadFailure, ReadResult, SourceTree } from '../source/source-tree.ts';
import { decodeSource } from './decode-source.ts';
import { isListed, skippedFolders } from './skipped-folders.ts';

/** The files below a folder. A path that leads out of it, by `..` or by a link, is refused. */
export function diskSourceTree(root: string): SourceTree {
  return {
    list: (patterns) => listFiles(root, patterns),
    read: (path, maxBytes) => readInside(root, path, maxBytes),
  };
}

async function listFiles(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  const entries = glob([...patterns], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => skippedFolders.has(entry.name),
  });
  for await (const entry of entries) {
    if (entry.isFile() || entry.isSymbolicLink())
      found.add(toPosix(relative(root, join(entry.parentPath, entry.name))));
  }
  return [...found].filter(isListed).toSorted();
}

function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

async function readInside(root: string, path: string, maxBytes: number): Promise<ReadResult> {
  try {
    const real = await realpath(join(root, path));
    const inside = relative(await realpath(root), real);
    if (inside.startsWith('..') || inside === '') return { ok: false, reason: 'outside-tree' };
    return await readText(real, maxBytes);
  } catch (error) {
    return { ok: false, reason: failureOf(error) };
  }
}

async function readText(file: string, maxBytes: number): Promise<ReadResult> {
  const stats = await stat(file);
  if (!stats.isFile()) return { ok: false, reason: 'not-a-file' };
  if (stats.size > maxBytes) return { ok: false, reason: 'too-large' };
  const bytes = await readFile(file);
  if (bytes.length > maxBytes) return { ok: false, reason: 'too-large' };
  return decodeSource(bytes);
}

function failureOf(error: unknown): ReadFailure {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'not-found';
  if (code === 'EISDIR') return 'not-a-file';
  return 'unreadable';
}
