import { TextDecoder } from 'node:util';
import type { ReadResult } from '../../source/source-tree.ts';

/** The bytes of a source file as text: UTF-8 without its byte order mark. */
export function decodeSource(bytes: Uint8Array): ReadResult {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'not-utf8' };
  }
}
