import { colon, isBlank, isQuote, space } from './characters.ts';
import { giveUp } from './doubt.ts';
import { findPlainEnd, isPlainStart } from './plain-scalar.ts';
import { decodeKey, findQuotedEnd } from './quoted-scalar.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/**
 * The maximum length of a key. YAML allows 1024 characters (section 8.2.2); the margin covers different ways to count
 * them.
 */
const maxKeyLength = 1000;

/**
 * Skips a key and its colon. Returns the key's name, or undefined if the text is not a key. `indent` is the minimum
 * indentation of further lines of a quoted scalar.
 */
export function takeKey(cursor: YamlCursor, indent: number): string | undefined {
  const { text, at: start } = cursor;
  const end = findKeyEnd(cursor, indent);
  let at = end;
  while (text.charCodeAt(at) === space) at += 1;
  if (text.charCodeAt(at) !== colon || !isBlank(text.charCodeAt(at + 1)) || end === start) return undefined;
  if (at - start > maxKeyLength) giveUp();
  cursor.at = at + 1;
  cursor.commentColumn = -1;
  cursor.setKey(start, end);
  return decodeKey(text, start, end);
}

/** The end of a key; the same as its start if the text cannot be a key. */
function findKeyEnd({ text, at: start }: YamlCursor, indent: number): number {
  if (!isQuote(text.charCodeAt(start))) {
    return isPlainStart(text, start, false) ? findPlainEnd(text, start, false) : start;
  }
  const end = findQuotedEnd(text, start, indent);
  return text.slice(start, end).includes('\n') ? start : end;
}
