import type { Sources } from '../../compiler/workspace/sources.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import type { Paint } from '../io.ts';
import { renderCodeFrame } from './code-frame.ts';
import { printable } from './display-width.ts';
import { renderCounts, severities } from './render-counts.ts';
import { SourceLines } from './source-lines.ts';

/** What the view needs to show places: the texts, and how their reader names a file. */
export interface HumanViewContext {
  readonly sources: Pick<Sources, 'text'>;
  readonly show: (file: string) => string;
  readonly paint: Paint;
}

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const;

/** Diagnostics for a person, the worst first, each with the line that it is about; then how many there are. */
export function renderForHumans(diagnostics: readonly Diagnostic[], context: HumanViewContext): string {
  const lines = new SourceLines(context.sources, diagnostics);
  const blocks = severities.flatMap((severity) =>
    diagnostics
      .filter((diagnostic) => diagnostic.severity === severity)
      .map((diagnostic) => renderDiagnostic(diagnostic, lines, context)),
  );
  return [...blocks, renderCounts(diagnostics) + '\n'].join('\n');
}

function renderDiagnostic(diagnostic: Diagnostic, lines: SourceLines, context: HumanViewContext): string {
  const { severity, code, message, help, at, related = [] } = diagnostic;
  const { paint } = context;
  const details = [
    paint('cyan', showPlace(at, context)),
    ...renderCodeFrame(lines, at, paint).map((line) => `  ${line}`),
    ...(help === undefined ? [] : [`${paint('bold', 'help:')} ${printable(help)}`]),
    ...related.map((one) => `${printable(one.message)}: ${paint('cyan', showPlace(one.at, context))}`),
  ];
  const head = `${paint([colours[severity], 'bold'], severity)} ${paint('dim', code)} ${printable(message)}`;
  return [head, ...details.map((line) => `  ${line}`)].join('\n') + '\n';
}

function showPlace({ file, line, column }: SourceLocation, { show }: HumanViewContext): string {
  return `${printable(show(file))}:${line}:${column}`;
}
