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

/** More findings than this are shown by rule, and at most this many rules of them. */
export const fewFindings = 30;
/** Of the findings of a rule, this many are shown. */
const shownOfRule = 3;

/** The findings of a rule with one severity: each text once. */
type Entry = readonly [RepeatedFinding, ...RepeatedFinding[]];

/**
 * Many findings for a person: an entry for each rule, the worst first, with its first findings and how many there are;
 * then conventions, if they are not errors, in two lines each; and how to see all of them.
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

/** By severity, and each severity in the order of the first findings. */
function findEntries(diagnostics: readonly Diagnostic[]): readonly Entry[] {
  const found = groupRepeats(diagnostics);
  return severities.flatMap((severity) => {
    const ofSeverity = found.filter((one) => one.severity === severity);
    const byRule = [...Map.groupBy(ofSeverity, ({ code }) => code).values()];
    return byRule.flatMap(([first, ...others]): readonly Entry[] => (first ? [[first, ...others]] : []));
  });
}

/** The worst first, and of one severity the rule with the most findings, which a reader wants to loosen before others. */
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

/** Behind the first finding others, with their help where it is different, or where it is repeated. */
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
