import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { printable } from '../../views/display-width.ts';
import { renderSummary, severities, sortWorstFirst } from '../../views/render-counts.ts';
import { explainLoosening } from './explain-loosening.ts';
import {
  type Frames,
  indent,
  readFrames,
  renderFrame,
  renderHead,
  renderHelp,
  renderPlace,
} from './frames.ts';
import type { LintReport } from './lint-report.ts';
import { SourceLines } from './source-lines.ts';

/** The maximum number of findings that are shown one by one; more are shown by rule, up to this number of rules. */
export const fewFindings = 30;
/** The maximum number of findings shown for a rule. */
const shownOfRule = 3;

/** The findings of a rule with the same severity; findings with the same text are joined. */
type Entry = readonly [RepeatedFinding, ...RepeatedFinding[]];

/**
 * Many findings for people: an entry for each rule, the most severe first, with its first findings and their number;
 * then conventions that are not errors, in two lines each; then the command that shows all findings.
 */
export function* renderByRule(report: LintReport): Generator<string, void> {
  const { diagnostics, command = 'gatewright lint -', conventions } = report;
  const entries = findEntries(diagnostics);
  const isAdvice = ([{ code, severity }]: Entry) => conventions.has(code) && severity !== 'error';
  const sorted = [...entries.filter((entry) => !isAdvice(entry)), ...entries.filter(isAdvice)];
  const shown = sorted.slice(0, fewFindings);
  const [wrong, advice] = [shown.filter((entry) => !isAdvice(entry)), shown.filter(isAdvice)];
  const frames = readFrames(
    shown.flatMap((entry) => entry.slice(0, shownOfRule)),
    wrong.map(([first]) => first).filter(({ severity }) => severity !== 'info'),
    new SourceLines(report.sources, diagnostics),
    report,
  );
  for (const entry of wrong) yield `${renderEntry(entry, frames)}\n\n`;
  if (advice.length > 0) yield `${renderAdvice(advice, frames)}\n\n`;
  const left = entries.length - shown.length;
  if (left > 0) yield `… and ${left} more ${left === 1 ? 'rule' : 'rules'}\n\n`;
  const loosening = explainLoosening(mostFrequentFirst(diagnostics), report.isUnconfigured);
  if (loosening.length > 0) yield `${loosening.join('\n')}\n\n`;
  yield `${renderSummary(diagnostics, report.command)}; \`${command} --all\` shows each of them\n`;
}

/** The entries by severity, then in the order of their first findings. */
function findEntries(diagnostics: readonly Diagnostic[]): readonly Entry[] {
  const found = groupRepeats(diagnostics);
  return severities.flatMap((severity) => {
    const ofSeverity = found.filter((one) => one.severity === severity);
    const byRule = [...Map.groupBy(ofSeverity, ({ code }) => code).values()];
    return byRule.flatMap(([first, ...others]): readonly Entry[] => (first ? [[first, ...others]] : []));
  });
}

/** Findings by severity, then by how many their rule has, since readers want to loosen the most frequent rule first. */
function mostFrequentFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byRule = [...Map.groupBy(diagnostics, ({ code }) => code).values()];
  return sortWorstFirst(byRule.toSorted((a, b) => b.length - a.length).flat());
}

function renderEntry(entry: Entry, frames: Frames): string {
  const [first] = entry;
  const members = entry.flatMap((one) => one.members);
  const next = renderNext(entry, frames);
  const left = members.length - 1 - next.length;
  return [
    `${renderHead(first, frames)}${countMembers(members)}`,
    ...indent([
      printable(first.message),
      ...indent([...renderFrame(first, frames), ...renderHelp(first, frames)]),
      ...next,
      ...(left === 0 ? [] : [`and ${left} more`]),
    ]),
  ].join('\n');
}

/** Renders advice, which the owner of an existing API may ignore. */
function renderAdvice(entries: readonly Entry[], frames: Frames): string {
  const lines = entries.flatMap(([first, ...others]) => {
    const count = countMembers([first, ...others].flatMap((one) => one.members));
    const { at, message } = first;
    return [
      `${renderHead(first, frames)}${count}: ${printable(message)}`,
      ...indent([renderPlace(at, frames)]),
    ];
  });
  return [
    'Conventions of design, which neither OpenAPI nor HTTP requires, each with its first place:',
    ...indent(lines),
    '`gatewright explain RULE` explains why; `--extends minimal` leaves all of them out.',
  ].join('\n');
}

function countMembers(members: readonly Diagnostic[]): string {
  const files = new Set(members.map(({ at }) => at.file)).size;
  const where = files === 1 ? '' : ` in ${files} files`;
  return members.length === 1 ? '' : `, ${members.length} times${where}`;
}

/**
 * The lines after the first finding: further findings, with their help if it differs, or the places that repeat the
 * first one.
 */
function renderNext([{ alsoAt, help }, ...others]: Entry, frames: Frames): readonly string[] {
  const lines =
    others.length > 0
      ? others.map((one) => `${renderPlace(one.at, frames)} ${printable(withOtherHelp(one, help))}`)
      : alsoAt.slice(0, shownOfRule).map((at) => `also at ${renderPlace(at, frames)}`);
  return lines.slice(0, shownOfRule - 1);
}

function withOtherHelp({ message, help }: Diagnostic, said: string | undefined): string {
  return help === undefined || help === said ? message : `${message} ${help}`;
}
