import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { printable } from '../../views/display-width.ts';
import { renderSummary, sortWorstFirst } from '../../views/render-counts.ts';
import { describeUses } from './describe-uses.ts';
import { explainLoosening } from './explain-loosening.ts';
import type { LintReport } from './lint-report.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Diagnostics as workflow commands of GitHub Actions, which annotate the lines of a pull request. The most severe come
 * first, since GitHub shows only 10 errors, 10 warnings and 10 notices per step.
 */
export function* renderGithub(report: LintReport): Generator<string, void> {
  for (const diagnostic of sortWorstFirst(groupRepeats(report.diagnostics)))
    yield `${renderAnnotation(diagnostic, report.show)}\n`;
  for (const line of explainLoosening(sortWorstFirst(report.diagnostics), report.isUnconfigured))
    yield `${line}\n`;
  yield `${renderSummary(report.diagnostics, report.command) || 'No problems found.'}\n`;
}

/** A diagnostic as a workflow command. `where` is `nowhere` if its file is not part of the checkout. */
export function renderAnnotation(
  diagnostic: Diagnostic,
  show: LintReport['show'],
  where: 'at its place' | 'nowhere' = 'at its place',
): string {
  const { code, severity, message, help } = diagnostic;
  const properties = { title: code, ...(where === 'at its place' && placeProperties(diagnostic, show)) };
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  const uses = describeUses(diagnostic, (place) =>
    printable(`${show(place.file)}:${place.line}:${place.column}`),
  );
  const data = [printable(message), ...(help === undefined ? [] : [printable(help)]), ...uses].join('\n');
  return `::${commands[severity]} ${written.join(',')}::${escapeData(data)}`;
}

function placeProperties({ at }: Diagnostic, show: LintReport['show']) {
  // GitHub refuses columns if the lines differ.
  const columns = at.line === at.endLine ? { col: at.column, endColumn: at.endColumn } : {};
  return { file: show(at.file), line: at.line, endLine: at.endLine, ...columns };
}

/** Escapes text for the runner: the percent sign first, since the other escapes contain it. */
function escapeData(text: string): string {
  return text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
