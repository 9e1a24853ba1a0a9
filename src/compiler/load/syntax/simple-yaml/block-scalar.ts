import { carriageReturn, isLineBreak, lineFeed, space } from './characters.ts';
import { giveUp } from './doubt.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** Reads a literal or folded scalar (section 8.1) in a collection at `column`. */
export function readBlockScalar(cursor: YamlCursor, column: number): string {
  const { text } = cursor;
  const { isFolded, indicated, chomping, end } = readHeader(text, cursor.at);
  const { line, emptyLines, deepest } = skipEmptyLines(text, end);
  if (line.indent <= column) {
    if (chomping === '+' || deepest > 0) giveUp();
    cursor.at = emptyLines === 0 ? end : readLine(text, end).next;
    return '';
  }
  const indent = indicated === 0 ? line.indent : column + indicated;
  if (line.indent < indent || deepest > indent) giveUp();
  const body = readBody(text, line.start, indent, chomping === '+' ? indent : line.indent);
  cursor.at = chomping === '+' ? body.endOfEmptyLines : body.end;
  const content = isFolded ? foldBlock(body.lines) : body.lines.join('\n');
  return '\n'.repeat(emptyLines) + content + endOf(chomping, body.emptyLines);
}

interface Header {
  readonly isFolded: boolean;
  /** The indentation of the content relative to the collection; 0 if the first line determines it. */
  readonly indicated: number;
  readonly chomping: string;
  readonly end: number;
}

const headerPattern = /([|>])(?:([1-9]?)([-+]?)|([-+])([1-9]))(?: +#[^\n]*| *)\r?\n/y;

function readHeader(text: string, start: number): Header {
  headerPattern.lastIndex = start;
  const [, style, digit, sign, signBefore, digitAfter] = headerPattern.exec(text) ?? giveUp();
  return {
    isFolded: style === '>',
    indicated: Number(digitAfter ?? digit),
    chomping: signBefore ?? sign ?? '',
    end: headerPattern.lastIndex,
  };
}

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly isEmpty: boolean;
  /** The start of the next line. */
  readonly next: number;
}

function readLine(text: string, start: number): Line {
  let at = start;
  while (text.charCodeAt(at) === space) at += 1;
  if (at === text.length) giveUp();
  const lineBreak = text.indexOf('\n', at);
  return {
    start,
    indent: at - start,
    isEmpty: isLineBreak(text.charCodeAt(at)),
    next: lineBreak === -1 ? text.length : lineBreak + 1,
  };
}

interface FirstLine {
  readonly line: Line;
  /** The number of empty lines before it, and the largest number of spaces in one of them. */
  readonly emptyLines: number;
  readonly deepest: number;
}

function skipEmptyLines(text: string, start: number): FirstLine {
  let emptyLines = 0;
  let deepest = 0;
  let line = readLine(text, start);
  for (; line.isEmpty; line = readLine(text, line.next)) {
    emptyLines += 1;
    deepest = Math.max(deepest, line.indent);
  }
  return { line, emptyLines, deepest };
}

interface Body {
  /** The lines from the first to the last with content, without the indentation. */
  readonly lines: readonly string[];
  readonly end: number;
  /** The number of empty lines that follow, and the offset after them. */
  readonly emptyLines: number;
  readonly endOfEmptyLines: number;
}

/** Reads the content of a block scalar. An empty line with more than `deepest` spaces counts as content. */
function readBody(text: string, start: number, indent: number, deepest: number): Body {
  const lines: string[] = [];
  let length = 0;
  let end = start;
  let at = start;
  while (at < text.length) {
    const line = readLine(text, at);
    if (!line.isEmpty && line.indent < indent) break;
    lines.push(contentOf(text, line, indent));
    at = line.next;
    if (line.isEmpty && line.indent <= deepest) continue;
    length = lines.length;
    end = at;
  }
  return { lines: lines.slice(0, length), end, emptyLines: lines.length - length, endOfEmptyLines: at };
}

function contentOf(text: string, { start, next }: Line, indent: number): string {
  let end = text.charCodeAt(next - 1) === lineFeed ? next - 1 : next;
  if (text.charCodeAt(end - 1) === carriageReturn) end -= 1;
  return text.slice(start + indent, Math.max(start + indent, end));
}

/** Joins lines with spaces, except lines that are empty or have further indentation (section 8.1.3). */
function foldBlock(lines: readonly string[]): string {
  let result = '';
  let separator = '';
  let wasDeeper = false;
  for (const line of lines) {
    const isDeeper = line.startsWith(' ') || line.startsWith('\t');
    if (line === '') {
      if (separator === '\n') result += '\n';
      else separator = '\n';
      continue;
    }
    if (isDeeper && separator === ' ') separator = '\n';
    else if (isDeeper && !wasDeeper && separator === '\n') separator = '\n\n';
    result += separator + line;
    separator = isDeeper ? '\n' : ' ';
    wasDeeper = isDeeper;
  }
  return result;
}

/** The line breaks at the end of a scalar (section 8.1.1.2). */
function endOf(chomping: string, emptyLines: number): string {
  if (chomping === '-') return '';
  return chomping === '+' ? '\n'.repeat(emptyLines + 1) : '\n';
}
