import {
  backslash,
  carriageReturn,
  doubleQuote,
  isLineEnd,
  isQuote,
  lineFeed,
  singleQuote,
  space,
  tab,
} from './characters.ts';
import { giveUp } from './doubt.ts';
import { foldBreaks, foldLines } from './fold-lines.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/**
 * The end of a quoted scalar that begins at `start`, and whose further lines have at least the indentation `indent`.
 */
export function findQuotedEnd(text: string, start: number, indent: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    } else if (code === backslash && quote === doubleQuote) {
      if (!isLineEnd(text.charCodeAt(at + 1))) at += 1;
    } else if (code === lineFeed) {
      checkLineBreak(text, at, indent);
    } else if (Number.isNaN(code)) giveUp();
  }
}

function checkLineBreak(text: string, lineBreak: number, indent: number): void {
  let before = lineBreak - 1;
  while (text.charCodeAt(before) === space || text.charCodeAt(before) === carriageReturn) before -= 1;
  let after = lineBreak + 1;
  while (text.charCodeAt(after) === space) after += 1;
  // A line that begins in the first column may be the marker of another document.
  const isInside = isLineEnd(text.charCodeAt(after)) || after - lineBreak > Math.max(1, indent);
  if (text.charCodeAt(before) === tab || text.charCodeAt(after) === tab || !isInside) giveUp();
}

/** Reads a quoted scalar; see `findQuotedEnd` for the indentation. */
export function readQuoted(cursor: YamlCursor, indent: number): string {
  const start = cursor.at;
  cursor.at = findQuotedEnd(cursor.text, start, indent);
  return decodeQuoted(cursor.text.slice(start, cursor.at));
}

/** The name that a plain or quoted key on one line spells. */
export function decodeKey(text: string, start: number, end: number): string {
  const source = text.slice(start, end);
  return isQuote(text.charCodeAt(start)) ? decodeQuoted(source) : source;
}

/** The value of a quoted scalar. `source` includes the quotes. */
function decodeQuoted(source: string): string {
  const content = source.slice(1, -1);
  if (source.charCodeAt(0) === singleQuote) return foldLines(content).replaceAll("''", "'");
  if (!content.includes('\\')) return foldLines(content);
  return content.replaceAll(escapesAndBreaks, (part) =>
    part.startsWith('\\') ? decodeEscape(part) : foldBreaks(part),
  );
}

/** Matches escapes and line breaks. Spaces before a line break are not content, except escaped ones. */
const escapesAndBreaks =
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \r\n]*|[^])|(?<!(?<!\\) ) *\r?\n[ \r\n]*/g;

const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  '\t': '\t',
};

function decodeEscape(escape: string): string {
  if (escape.includes('\n')) return decodeEscapedBreak(escape);
  return escapes[escape.charAt(1)] ?? decodeCodePoint(escape.slice(2));
}

/**
 * Decodes an escaped line break: the break and the indentation after it are not content, but empty lines after it are.
 */
function decodeEscapedBreak(escape: string): string {
  const run = escape.slice(escape.indexOf('\n') + 1);
  return run.includes('\n') ? foldBreaks(run) : '';
}

function decodeCodePoint(digits: string): string {
  const code = Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : giveUp();
}
