import { colon, isBlank, isQuote, space } from './characters.ts';
import { giveUp } from './doubt.ts';
import { findPlainEnd, isPlainStart } from './plain-scalar.ts';
import { decodeKey, findQuotedEnd } from './quoted-scalar.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** A key may have 1024 characters (section 8.2.2), however they are counted. */
const maxKeyLength = 1000;

/**
 * Steps over a key and its colon; returns its name, or undefined if the text is not a key. `indent` is that of the
 * further lines of a quoted scalar.
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

/** The start if nothing here can be a key. */
function findKeyEnd({ text, at: start }: YamlCursor, indent: number): number {
  if (!isQuote(text.charCodeAt(start))) {
    return isPlainStart(text, start, false) ? findPlainEnd(text, start, false) : start;
  }
  const end = findQuotedEnd(text, start, indent);
  return text.slice(start, end).includes('\n') ? start : end;
}
