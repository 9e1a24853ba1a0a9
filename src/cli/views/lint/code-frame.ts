import type { SourceLocation } from '../../../source/source-location.ts';
import type { Paint } from '../../io.ts';
import { markLine } from './mark-line.ts';
import { hiddenLine, type SourceLines } from './source-lines.ts';

/** The line of a location and the one before it, with carets below the span; nothing where the file was not read. */
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
  if (line === hiddenLine) return '(hidden: it may hold a secret)';
  return markLine(line, { line: 1, column: 1, endLine: 1, endColumn: 1 }).text;
}
