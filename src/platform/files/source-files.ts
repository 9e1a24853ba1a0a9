import { TextDecoder } from 'node:util';
import type { ReadResult } from '../../source/source-tree.ts';

/** Folders that no glob looks into. */
export const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '.git', '.gatewright']);

/** Whether a glob may find a path: one inside the tree, and in no folder that is skipped. */
export function isListed(path: string): boolean {
  return !path.split('/').some((segment) => segment === '..' || skippedFolders.has(segment));
}

/** The bytes of a source file as text: UTF-8 without its byte order mark. */
export function decodeSource(bytes: Uint8Array): ReadResult {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'not-utf8' };
  }
}
