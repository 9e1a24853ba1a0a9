import { type Diagnostic, countDiagnostics } from '#diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { printable } from '../../views/display-width.ts';
import { renderContents, renderSummary, severities } from '../../views/render-counts.ts';
import { countPlaces, describeUses } from './describe-uses.ts';
import { explainLoosening } from './explain-loosening.ts';
import {
  type Frames,
  type HumanViewContext,
  indent,
  readFrames,
  renderFrame,
  renderHead,
  renderHelp,
  renderPlace,
  renderPointer,
} from './frames.ts';
import type { LintReport } from './lint-report.ts';
import { fewFindings, renderByRule } from './render-by-rule.ts';
import { SourceLines } from './source-lines.ts';
import { renderTable } from '../../views/render-table.ts';

/** The maximum number of rules in the table; for further rules, only their number is shown. */
const shownRules = 20;

/** The number of findings of a group that are shown with code frames. */
const framedOfGroup = 3;

/** The report of `gatewright lint` for people, in pieces, since the whole text may not fit into memory. */
export function renderHumanReport(report: LintReport): Iterable<string> {
  const { diagnostics, sources, contents, command } = report;
  if (diagnostics.length > 0) {
    const isShort = !report.showsAll && diagnostics.length > fewFindings;
    return isShort ? renderByRule(report) : renderInPieces(diagnostics, report, command);
  }
  if (!contents) return ['No problems found.\n'];
  const files = sources.files.length === 1 ? '1 file' : `${sources.files.length} files`;
  return [`No problems found: ${renderContents(contents)} in ${files}.\n`];
}

/**
 * Diagnostics for people, the most severe first, and then their number. If there are few, each is shown with its source
 * line. If there are many, they are grouped by rule and file, only the first of a group have source lines, and a table
 * counts them by rule.
 */
export function renderForHumans(diagnostics: readonly Diagnostic[], context: HumanViewContext): string {
  return [...renderInPieces(diagnostics, context, 'gatewright lint')].join('');
}

function* renderInPieces(
  diagnostics: readonly Diagnostic[],
  context: HumanViewContext,
  command: string | undefined,
): Generator<string, void> {
  const findings = groupRepeats(diagnostics);
  const bySeverity = severities.map((severity) => findings.filter((one) => one.severity === severity));
  const isFew = findings.length <= fewFindings;
  const groups = isFew ? bySeverity.flat().map((one) => [one]) : bySeverity.flatMap(groupFindings);
  const framed = groups.flatMap((group) => group.slice(0, framedOfGroup));
  const frames = readFrames(findings, framed, new SourceLines(context.sources, diagnostics), context);
  for (const group of groups) yield `${renderGroup(group, frames)}\n\n`;
  if (!isFew) yield `${summarizeRules(diagnostics)}\n\n`;
  const loosening = explainLoosening(bySeverity.flat(), context.isUnconfigured);
  if (loosening.length > 0) yield `${loosening.join('\n')}\n\n`;
  yield `${renderSummary(diagnostics, command)}\n`;
}

function renderDiagnostic(diagnostic: RepeatedFinding, frames: Frames): string {
  const head = `${renderHead(diagnostic, frames)} ${printable(diagnostic.message)}`;
  const details = [...renderFrame(diagnostic, frames), ...renderHelp(diagnostic, frames)];
  return [head, ...indent([...details, ...renderUses(diagnostic, frames)])].join('\n');
}

function renderGroup(group: readonly RepeatedFinding[], frames: Frames): string {
  const [first] = group;
  if (!first || group.length === 1) return group.map((only) => renderDiagnostic(only, frames)).join('\n');
  const help = group.every((one) => one.help === first.help) ? first.help : undefined;
  const head = `${renderHead(first, frames)} ${group.flatMap(({ members }) => members).length} times in ${printable(frames.show(first.at.file))}`;
  const framed = group.slice(0, framedOfGroup).flatMap((one) => ['', ...renderMember(one, help, frames)]);
  const rest = renderRest(group, frames);
  const body = [...renderHelp({ help }, frames), ...framed, ...(rest.length > 0 ? [''] : []), ...rest];
  return [head, ...indent(body)].join('\n');
}

/** A diagnostic of a group whose heading names the rule and the common help. */
function renderMember(
  diagnostic: RepeatedFinding,
  shared: string | undefined,
  frames: Frames,
): readonly string[] {
  const help = shared === undefined ? renderHelp(diagnostic, frames) : [];
  const details = [...renderFrame(diagnostic, frames), ...help, ...renderUses(diagnostic, frames)];
  return [printable(diagnostic.message), ...indent(details)];
}

/** A line for each diagnostic without a frame; the help is shown where it first applies. */
function renderRest(group: readonly RepeatedFinding[], frames: Frames): readonly string[] {
  const said = new Set(group.slice(0, framedOfGroup).map(({ help }) => help));
  return group.slice(framedOfGroup).map(({ at, message, help, alsoAt }) => {
    const isNew = help !== undefined && !said.has(help);
    said.add(help);
    const places = alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`;
    return `${at.line}:${at.column}${renderPointer(at, frames)} ${printable(isNew ? `${message} ${help}` : message)}${places}`;
  });
}

function renderUses(diagnostic: RepeatedFinding, frames: Frames): readonly string[] {
  return describeUses(diagnostic, (at) => renderPlace(at, frames));
}

/** Groups diagnostics of one severity by rule and then by file, in the order of their first occurrence. */
function groupFindings(diagnostics: readonly RepeatedFinding[]): readonly (readonly RepeatedFinding[])[] {
  const byRule = Map.groupBy(diagnostics, ({ code }) => code);
  return [...byRule.values()].flatMap((ofRule) => [...Map.groupBy(ofRule, ({ at }) => at.file).values()]);
}

/** A table with the number of findings and files of each rule, sorted by errors, then warnings, then infos. */
function summarizeRules(diagnostics: readonly Diagnostic[]): string {
  const rows = [...Map.groupBy(diagnostics, ({ code }) => code)]
    .map(([rule, found]) => {
      const { error, warning, info } = countDiagnostics(found);
      return { rule, counts: [error, warning, info, new Set(found.map(({ at }) => at.file)).size] };
    })
    .toSorted((a, b) => compareCounts(a.counts, b.counts));
  const shown = rows.slice(0, shownRules).map(({ rule, counts }) => [rule, ...counts.map(String)]);
  const others = rows.length - shown.length;
  const rest = others === 0 ? [] : [`  … and ${others} more ${others === 1 ? 'rule' : 'rules'}`];
  return [
    'By rule:',
    ...renderTable([['rule', 'errors', 'warnings', 'info', 'files'], ...shown]),
    ...rest,
  ].join('\n');
}

function compareCounts(a: readonly number[], b: readonly number[]): number {
  const difference = a.map((count, index) => (b[index] ?? 0) - count);
  return difference.find((one) => one !== 0) ?? 0;
}
