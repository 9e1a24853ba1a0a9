import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Paint } from '../../io.ts';
import { printable, type Cell, isPlain, splitIntoCells } from '../../views/display-width.ts';
import { type SourceLines, hiddenLine } from './source-lines.ts';
import type { Span } from '#compiler/workspace/source-file.ts';

/** A line as shown, and the position of the carets below it, in screen columns from 0. */
interface MarkedLine {
  readonly text: string;
  readonly caretColumn: number;
  readonly caretWidth: number;
}

const maximumWidth = 100;

/** The width of a clipped line before the carets, in columns. */
const widthBefore = 40;

/** The maximum number of UTF-16 units that are read on either side of a location, since a minified file is one line. */
const reach = 400;

/** The maximum length of a line on which a reader can find a column; lines of minified files are longer. */
const longestReadable = 200;

/** The lines with findings that are too long for finding a column. */
class LongLines {
  readonly #lines = new Map<string, ReadonlySet<number>>();

  /** Adds the long lines of a file; `findings` are all findings in it. */
  addFile(file: string, findings: readonly RepeatedFinding[], lines: SourceLines): void {
    const found = new Set(findings.flatMap(placesOf).map(({ line }) => line));
    const long = [...found].filter((line) => isLong(lines.get(file, line)));
    if (long.length > 0) this.#lines.set(file, new Set(long));
  }

  has({ file, line }: SourceLocation): boolean {
    return this.#lines.get(file)?.has(line) ?? false;
  }
}

/** The data for showing places: the source texts, and a function that names a file for readers. */
export interface HumanViewContext {
  readonly sources: Pick<Sources, 'text'>;
  readonly show: (file: string) => string;
  readonly paint: Paint;
  /** Whether documents are checked without a configuration. Default: false. */
  readonly isUnconfigured?: boolean;
}

export interface Frames extends HumanViewContext {
  /** The code frames by diagnostic. Not every diagnostic is shown with a code frame. */
  readonly frames: ReadonlyMap<Diagnostic, readonly string[]>;
  /** The lines on which a place is shown with its JSON pointer. */
  readonly longLines: LongLines;
}

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const;

/** Renders code frames file by file, since the texts of all files may not fit into memory. */
export function readFrames(
  findings: readonly RepeatedFinding[],
  framed: readonly RepeatedFinding[],
  lines: SourceLines,
  context: HumanViewContext,
): Frames {
  const frames = new Map<Diagnostic, readonly string[]>();
  const longLines = new LongLines();
  const framedByFile = Map.groupBy(framed, fileOf);
  for (const [file, inFile] of Map.groupBy(findings, fileOf)) {
    for (const one of framedByFile.get(file) ?? [])
      frames.set(one, renderCodeFrame(lines, one.at, context.paint));
    longLines.addFile(file, inFile, lines);
  }
  return { ...context, frames, longLines };
}

function fileOf({ at }: Diagnostic): string {
  return at.file;
}

export function renderHead({ severity, code }: Diagnostic, { paint }: Frames): string {
  return `${paint([colours[severity], 'bold'], severity)} ${paint('dim', code)}`;
}

export function renderFrame(diagnostic: Diagnostic, frames: Frames): readonly string[] {
  return [renderPlace(diagnostic.at, frames), ...indent(frames.frames.get(diagnostic) ?? [])];
}

export function renderHelp(
  { help }: { readonly help?: string | undefined },
  { paint }: Frames,
): readonly string[] {
  return help === undefined ? [] : [`${paint('bold', 'help:')} ${printable(help)}`];
}

export function renderPlace(at: SourceLocation, frames: Frames): string {
  const { file, line, column } = at;
  return (
    frames.paint('cyan', `${printable(frames.show(file))}:${line}:${column}`) + renderPointer(at, frames)
  );
}

/** ` (/paths/~1dogs)` on a long line, where a column does not help readers; otherwise empty. */
export function renderPointer(at: SourceLocation, { longLines }: Frames): string {
  return longLines.has(at) && at.pointer !== '' ? ` (${printable(at.pointer)})` : '';
}

export function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function placesOf({ at, alsoAt }: RepeatedFinding): readonly SourceLocation[] {
  return [at, ...alsoAt];
}

function isLong(line: string | typeof hiddenLine | undefined): boolean {
  return typeof line === 'string' && line.length > longestReadable;
}

/** The line of a location and the previous line, with carets below the span; empty if the file was not read. */
function renderCodeFrame(lines: SourceLines, at: SourceLocation, paint: Paint): readonly string[] {
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

/** The line that a location begins on, clipped around it; a span over several lines is marked to the line's end. */
function markLine(line: string, at: Omit<SourceLocation, 'file' | 'pointer'>): MarkedLine {
  const start = Math.min(at.column - 1, line.length);
  const end = at.endLine === at.line ? Math.min(at.endColumn - 1, line.length) : line.length;
  const [from, to] = [Math.max(0, start - reach), Math.min(line.length, start + reach)];
  // Fast path for nearly every line: cells would take most of the memory and time of a long report.
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

/** `markLine` for a line on which each character near the location takes one column. */
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

/** The first cells that fit into `maximum` columns. */
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
