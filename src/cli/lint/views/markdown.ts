import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';
import { renderSummary, sortWorstFirst } from '../../views/render-counts.ts';
import { countPlaces } from './describe-uses.ts';
import { explainLoosening } from './explain-loosening.ts';
import type { LintReport } from './lint-report.ts';

/** GitHub limits a comment to 65,536 characters, of which some are reserved for the text around the report. */
const maxCommentLength = 60_000;
const tableHead = ['| Line | Severity | Rule | Finding |', '| ---: | --- | --- | --- |'];

/**
 * A report for a comment or a page: the number of diagnostics, and a table for each file. If they would take more than
 * `most` characters, only the most severe diagnostics are listed, followed by the number of the others.
 */
export function renderMarkdown(report: LintReport, most = maxCommentLength): string {
  const { diagnostics } = report;
  if (diagnostics.length === 0) return '## gatewright lint\n\nNo problems found.\n';
  const shown = takeWorst(report, most);
  const tables = [...Map.groupBy(shown, ({ at }) => at.file)].map(([file, ofFile]) =>
    renderTable(file, ofFile, report),
  );
  const left = diagnostics.length - shown.flatMap(({ members }) => members).length;
  const rest =
    left === 0 ? [] : [`… and ${left} more, which \`${report.command ?? 'gatewright lint -'} --all\` shows.`];
  const [head, ...ways] = explainLoosening(sortWorstFirst(diagnostics), report.isUnconfigured);
  const loosening =
    head === undefined ? [] : [escapeMarkdown([head, ...ways.map((way) => way.trim())].join(' '))];
  return ['## gatewright lint', renderSummary(diagnostics, report.command), ...tables, ...rest, ...loosening]
    .map((block) => `${block}\n`)
    .join('\n');
}

/** The most severe findings that fit into `most` characters, including the headings of files. */
function takeWorst(report: LintReport, most: number): readonly RepeatedFinding[] {
  const files = new Set<string>();
  const worst = sortWorstFirst(groupRepeats(report.diagnostics));
  let length = 0;
  const tooMany = worst.findIndex((diagnostic) => {
    const { file } = diagnostic.at;
    if (!files.has(file)) length += renderTable(file, [], report).length;
    files.add(file);
    length += renderRow(diagnostic).length + 1;
    return length > most;
  });
  return tooMany === -1 ? worst : worst.slice(0, tooMany);
}

function renderTable(file: string, diagnostics: readonly RepeatedFinding[], { show }: LintReport): string {
  return [`### ${escapeMarkdown(show(file))}`, '', ...tableHead, ...diagnostics.map(renderRow)].join('\n');
}

function renderRow({ severity, code, message, help, at, moreUses, alsoAt }: RepeatedFinding): string {
  const more = help === undefined ? '' : `<br>${escapeMarkdown(help)}`;
  const uses = moreUses === undefined ? '' : ` (and ${moreUses} more ${moreUses === 1 ? 'use' : 'uses'})`;
  const places = alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`;
  const place = `${at.line}:${at.column}`;
  return `| ${place} | ${severity} | ${escapeMarkdown(code)} | ${escapeMarkdown(message)}${uses}${places}${more} |`;
}
