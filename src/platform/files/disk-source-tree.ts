import { type Dirent, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isListed } from '#source/fits-glob.ts';
import type { ReadFailure, ReadResult, SourceTree } from '#source/source-tree.ts';
import { walkGlobs, type FolderEntry } from '#source/walk-globs.ts';
import { decodeSource } from './decode-source.ts';

/** The files below a folder. A path that leads out of it, by `..` or by a link, is refused. */
export function diskSourceTree(root: string): SourceTree {
  const realRoot = sharePending(() => realpath(root));
  return {
    list: (patterns) => walkGlobs(patterns, (folder) => readFolder(join(root, folder))),
    read: (path, maxBytes) => readInside({ root, realRoot }, path, maxBytes),
    readNow: (path, maxBytes) => readInsideNow(root, path, maxBytes),
    has: (path) => hasFile(root, path),
  };
}

/** Lets concurrent callers share one pending call of `load`. */
function sharePending<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () =>
    (pending ??= load().finally(() => {
      pending = undefined;
    }));
}

/**
 * Codes of errors for which a folder counts as empty: it is not a folder, was just removed or is not readable. Other
 * errors are thrown.
 */
const emptyCodes: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'];

async function readFolder(folder: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
  } catch (error) {
    if (emptyCodes.includes((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  }
}

function typeOf(entry: Dirent): FolderEntry['type'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** Whether a glob would find a file at a path; undefined for links and folders, which only a glob can decide. */
async function hasFile(root: string, path: string): Promise<boolean | undefined> {
  const names = path.split('/');
  if (!isListed(path)) return false;
  if (names.includes('') || names.includes('.')) return undefined;
  try {
    for (let count = 1; count < names.length; count += 1) {
      const stats = await lstat(join(root, ...names.slice(0, count)));
      if (stats.isSymbolicLink()) return undefined;
      if (!stats.isDirectory()) return false;
    }
    const stats = await lstat(join(root, path));
    return stats.isDirectory() ? undefined : stats.isFile() || stats.isSymbolicLink();
  } catch (error) {
    return failureOf(error) === 'not-found' ? false : undefined;
  }
}

interface Disk {
  readonly root: string;
  readonly realRoot: () => Promise<string>;
}

async function readInside({ root, realRoot }: Disk, path: string, maxBytes: number): Promise<ReadResult> {
  try {
    const [top, real] = await Promise.all([realRoot(), realpath(join(root, path))]);
    const refusal = refuseOutside(top, real) ?? refuseUnfit(await stat(real), maxBytes);
    return refusal ?? toResult(await readFile(real), { top, real, path, maxBytes });
  } catch (error) {
    return { ok: false, reason: failureOf(error) };
  }
}

function readInsideNow(root: string, path: string, maxBytes: number): ReadResult {
  try {
    const [top, real] = [realpathSync(root), realpathSync(join(root, path))];
    const refusal = refuseOutside(top, real) ?? refuseUnfit(statSync(real), maxBytes);
    return refusal ?? toResult(readFileSync(real), { top, real, path, maxBytes });
  } catch (error) {
    return { ok: false, reason: failureOf(error) };
  }
}

function refuseOutside(top: string, real: string): ReadResult | undefined {
  const inside = relative(top, real);
  return inside.startsWith('..') || inside === '' ? { ok: false, reason: 'outside-tree' } : undefined;
}

function refuseUnfit(stats: Stats, maxBytes: number): ReadResult | undefined {
  if (!stats.isFile()) return { ok: false, reason: 'not-a-file' };
  return stats.size > maxBytes ? { ok: false, reason: 'too-large' } : undefined;
}

interface Requested {
  readonly top: string;
  readonly real: string;
  readonly path: string;
  readonly maxBytes: number;
}

function toResult(bytes: Uint8Array, { top, real, path, maxBytes }: Requested): ReadResult {
  if (bytes.length > maxBytes) return { ok: false, reason: 'too-large' };
  const read = decodeSource(path, bytes);
  free(bytes);
  return read.ok && real !== join(top, path) ? { ...read, isLinked: true } : read;
}

/** Frees the whole buffer at once: the memory of large files would otherwise pile up until garbage is collected. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function failureOf(error: unknown): ReadFailure {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'not-found';
  if (code === 'EISDIR') return 'not-a-file';
  return 'unreadable';
}
