import { fitsGlob, isListed } from './fits-glob.ts';
import type { ReadResult, SourceTree } from './source-tree.ts';

/** A source tree in memory: an editor's buffers, or a rule's example. */
export function memorySourceTree(
  files: Readonly<Record<string, string>>,
): SourceTree & Required<Pick<SourceTree, 'readNow'>> {
  return {
    list: async (patterns) =>
      Object.keys(files)
        .filter((path) => isListed(path) && patterns.some((pattern) => fitsGlob(path, pattern)))
        .toSorted(),
    read: async (path, maxBytes) => readFrom(files, path, maxBytes),
    readNow: (path, maxBytes) => readFrom(files, path, maxBytes),
    has: async (path) => isFile(files, path),
  };
}

/** Whether a path is a file; undefined for a folder. */
function isFile(files: Readonly<Record<string, string>>, path: string): boolean | undefined {
  if (Object.hasOwn(files, path)) return true;
  return Object.keys(files).some((one) => one.startsWith(`${path}/`)) ? undefined : false;
}

function readFrom(files: Readonly<Record<string, string>>, path: string, maxBytes: number): ReadResult {
  const text = Object.hasOwn(files, path) ? files[path] : undefined;
  if (text === undefined) {
    const isOutside = path.startsWith('../') || path.startsWith('/');
    return { ok: false, reason: isOutside ? 'outside-tree' : 'not-found' };
  }
  if (Buffer.byteLength(text) > maxBytes) return { ok: false, reason: 'too-large' };
  return { ok: true, text };
}
