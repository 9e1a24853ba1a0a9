import { TextDecoder } from 'node:util';
import type { ReadResult } from '#source/source-tree.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The content of a source file as text: UTF-8 without its byte order mark, or the base64 of a `.png` file. */
export function decodeSource(path: string, bytes: Uint8Array): ReadResult {
  if (path.endsWith('.png')) return { ok: true, text: Buffer.from(bytes).toString('base64') };
  try {
    return { ok: true, text: utf8.decode(bytes) };
  } catch {
    return { ok: false, reason: 'not-utf8' };
  }
}
