import type { Span } from '#compiler/workspace/source-file.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Paint } from '../../io.ts';
import { type Cell, isPlain, splitIntoCells } from '../../views/display-width.ts';
import { hiddenLine, type SourceLines } from './source-lines.ts';

/** The line of a location and the one before it, with carets below the span; nothing if the file was not read. */
export function renderCodeFrame(lines: SourceLines, at: SourceLocation, paint: Paint): readonly string[] {
  const line = lines.get(at.file, at.line);
  if (line === undefined) return [];
  const before = lines.get(at.file, at.line - 1);
  const gutter = String(at.line).length;
  const row = (head: number | '', text: string) =>
    `${paint('dim', `${String(head).padStart(gutter)} |`)} ${text}`.trimEnd();
  const context = before === undefined ? [] : [row(at.line - 1, showLine(before))];
  if (line === hiddenLine) return [...context, row(at.line, showLine(line))];
  const { text, caretColumn, caretWidth } = markLine(line, at);
  const carets = ' '.repeat(caretColumn) + paint('bold', '^'.repeat(caretWidth));
  return [...context, row(at.line, text), row('', carets)];
}

function showLine(line: string | typeof hiddenLine): string {
  if (line === hiddenLine) return '(hidden: it may contain a secret)';
  return markLine(line, { line: 1, column: 1, endLine: 1, endColumn: 1 }).text;
}

/** A line as shown, and the places of carets under it, in columns of the screen from 0. */
interface MarkedLine {
  readonly text: string;
  readonly caretColumn: number;
  readonly caretWidth: number;
}

const maximumWidth = 100;
/** Of a clipped line, how much is shown before the carets. */
const widthBefore = 40;
/** At most this many UTF-16 units on either side are read, since a minified file is one line. */
const reach = 400;

/** The line that a location begins on, clipped around it; a span over several lines is marked to the line's end. */
function markLine(line: string, at: Omit<SourceLocation, 'file' | 'pointer'>): MarkedLine {
  const start = Math.min(at.column - 1, line.length);
  const end = at.endLine === at.line ? Math.min(at.endColumn - 1, line.length) : line.length;
  const [from, to] = [Math.max(0, start - reach), Math.min(line.length, start + reach)];
  // Nearly every line, whose cells would take most of the memory and the time of a long report.
  if (isPlain(line.slice(from, to))) return markPlain(line, { start, end }, { start: from, end: to });
  const near = splitIntoCells(line.slice(from, to), from);
  const shown = clipCells(near, start);
  const prefix = (shown[0]?.offset ?? 0) > 0 ? '…' : '';
  const suffix = endOfCells(shown) < line.length ? '…' : '';
  const before = shown.filter(({ offset }) => offset < start);
  const marked = shown.filter(({ offset }) => offset >= start && offset < end);
  return {
    text: prefix + shown.map(({ text }) => text).join('') + suffix,
    caretColumn: prefix.length + widthOf(before),
    caretWidth: Math.max(1, widthOf(marked)),
  };
}

/** The same of a line each of whose characters near the location takes one column. */
function markPlain(line: string, { start, end }: Span, near: Span): MarkedLine {
  const shown = clipPlain(start, near);
  const prefix = shown.start > 0 ? '…' : '';
  const suffix = shown.end < line.length ? '…' : '';
  return {
    text: prefix + line.slice(shown.start, shown.end) + suffix,
    caretColumn: prefix.length + Math.min(start, shown.end) - shown.start,
    caretWidth: Math.max(1, Math.min(end, shown.end) - start),
  };
}

/** The characters around an offset that fit on the screen. */
function clipPlain(offset: number, near: Span): Span {
  if (near.end - near.start <= maximumWidth) return near;
  const start = Math.max(near.start, offset - widthBefore);
  return { start, end: Math.min(near.end, start + maximumWidth) };
}

/** The cells around an offset that fit on the screen. */
function clipCells(cells: readonly Cell[], offset: number): readonly Cell[] {
  if (widthOf(cells) <= maximumWidth) return cells;
  const start = cells.findIndex((cell) => cell.offset >= offset);
  const before = takeWidth(cells.slice(0, start === -1 ? undefined : start).toReversed(), widthBefore);
  const after = start === -1 ? [] : takeWidth(cells.slice(start), maximumWidth - widthOf(before));
  return [...before.toReversed(), ...after];
}

/** As many of the first cells as fit. */
function takeWidth(cells: readonly Cell[], maximum: number): readonly Cell[] {
  let width = 0;
  const tooMany = cells.findIndex((cell) => (width += cell.width) > maximum);
  return tooMany === -1 ? cells : cells.slice(0, tooMany);
}

function endOfCells(cells: readonly Cell[]): number {
  const last = cells.at(-1);
  return last ? last.offset + last.length : 0;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
