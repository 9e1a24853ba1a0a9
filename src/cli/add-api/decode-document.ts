import { TextDecoder } from 'node:util';
import { CommandError } from '../command-error.ts';

/** The text of a document, its byte order mark included. Throws a CommandError if it is not UTF-8. */
export function decodeDocument(bytes: Uint8Array, written: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(`${written} is not UTF-8 text.`);
  }
}
