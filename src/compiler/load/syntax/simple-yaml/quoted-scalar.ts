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
import { foldedBreaks, foldLines } from './fold-lines.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** Where a quoted scalar that begins at `start` ends. Its further lines are indented by `indent` at least. */
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
  // A line that begins in the first column may also be the mark of another document.
  const isInside = isLineEnd(text.charCodeAt(after)) || after - lineBreak > Math.max(1, indent);
  if (text.charCodeAt(before) === tab || text.charCodeAt(after) === tab || !isInside) giveUp();
}

/** Reads a quoted scalar; see `findQuotedEnd` for the indentation. */
export function readQuoted(cursor: YamlCursor, indent: number): string {
  const start = cursor.at;
  cursor.at = findQuotedEnd(cursor.text, start, indent);
  return decodeQuoted(cursor.text.slice(start, cursor.at));
}

/** The name that a key is written for, plain or quoted, on one line. */
export function decodeKey(text: string, start: number, end: number): string {
  const source = text.slice(start, end);
  return isQuote(text.charCodeAt(start)) ? decodeQuoted(source) : source;
}

/** The value of a quoted scalar, given with its quotes. */
function decodeQuoted(source: string): string {
  return source.charCodeAt(0) === singleQuote ? decodeSingleQuoted(source) : decodeDoubleQuoted(source);
}

function decodeSingleQuoted(source: string): string {
  const content = source.slice(1, -1);
  return (content.includes('\n') ? foldLines(content) : content).replaceAll("''", "'");
}

function decodeDoubleQuoted(source: string): string {
  const end = source.length - 1;
  let result = '';
  let from = 1;
  for (let at = 1; at < end;) {
    const code = source.charCodeAt(at);
    if (code === backslash) {
      const escape = readEscape(source, at);
      result += source.slice(from, at) + escape.text;
      at = from = escape.end;
    } else if (code === lineFeed) {
      const run = readBreaks(source, at);
      result += source.slice(from, endOfContent(source, from, at)) + foldedBreaks(run.breaks);
      at = from = run.end;
    } else at += 1;
  }
  return from === 1 ? source.slice(1, -1) : result + source.slice(from, end);
}

/** Spaces before a line break are not content, but those that are escaped, which stand before `from`. */
function endOfContent(source: string, from: number, lineBreak: number): number {
  let end = source.charCodeAt(lineBreak - 1) === carriageReturn ? lineBreak - 1 : lineBreak;
  while (source.charCodeAt(end - 1) === space) end -= 1;
  return Math.max(end, from);
}

/** A line break, and the empty lines and the indentation after it. */
function readBreaks(source: string, lineBreak: number): { readonly breaks: number; readonly end: number } {
  let breaks = 0;
  let end = lineBreak;
  for (let code = lineFeed; isSpaceOrBreak(code); code = source.charCodeAt(end)) {
    if (code === lineFeed) breaks += 1;
    end += 1;
  }
  return { breaks, end };
}

function isSpaceOrBreak(code: number): boolean {
  return code === space || code === lineFeed || code === carriageReturn;
}

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

const digitsOfEscape: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

interface Escape {
  readonly text: string;
  readonly end: number;
}

function readEscape(source: string, start: number): Escape {
  const name = source[start + 1] ?? '';
  const text = escapes[name];
  if (text !== undefined) return { text, end: start + 2 };
  const digits = digitsOfEscape[name];
  return digits === undefined ? readEscapedBreak(source, start) : readCodePoint(source, start + 2, digits);
}

function readCodePoint(source: string, start: number, length: number): Escape {
  const digits = source.slice(start, start + length);
  const code = Number.parseInt(digits, 16);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits) || code > 0x10ffff) giveUp();
  return { text: String.fromCodePoint(code), end: start + length };
}

const escapedBreak = /\\\r?\n */y;

/** An escaped line break and the indentation of the next line do not belong to the value. */
function readEscapedBreak(source: string, start: number): Escape {
  escapedBreak.lastIndex = start;
  if (!escapedBreak.test(source)) giveUp();
  return { text: '', end: escapedBreak.lastIndex };
}
