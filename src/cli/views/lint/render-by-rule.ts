import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '../../../diagnostic/group-repeats.ts';
import { printable } from '../display-width.ts';
import { renderSummary, severities, sortWorstFirst } from '../render-counts.ts';
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

/** What a rule has found with one severity: each text once. */
type Entry = readonly [RepeatedFinding, ...RepeatedFinding[]];

/**
 * Many findings for a person: an entry for each rule, the worst first and conventions behind what is wrong, with its
 * first findings and how many there are; and how to see all of them.
 */
export function* renderByRule(report: LintReport): Generator<string, void> {
  const { diagnostics, command = 'gatewright lint -', conventions } = report;
  const entries = findEntries(diagnostics, conventions);
  const shown = entries.slice(0, fewFindings);
  const frames = readFrames(
    shown.flatMap((entry) => entry.slice(0, shownOfRule)),
    shown.map(([first]) => first).filter(({ severity }) => severity !== 'info'),
    new SourceLines(report.sources, diagnostics),
    report,
  );
  for (const entry of shown) yield `${renderEntry(entry, frames, conventions)}\n\n`;
  const left = entries.length - shown.length;
  if (left > 0) yield `… and ${left} more ${left === 1 ? 'rule' : 'rules'}\n\n`;
  const loosening = explainLoosening(sortWorstFirst(diagnostics), report.isAlone);
  if (loosening.length > 0) yield `${loosening.join('\n')}\n\n`;
  yield `${renderSummary(diagnostics, report.command)}; \`${command} --all\` shows each of them\n`;
}

/** Each severity in the order of the first findings. */
function findEntries(
  diagnostics: readonly Diagnostic[],
  conventions: LintReport['conventions'],
): readonly Entry[] {
  const found = groupRepeats(diagnostics);
  return severities.flatMap((severity) => {
    const ofSeverity = found.filter((one) => one.severity === severity);
    // Groups are never empty, which the type of `groupBy` does not say.
    const entries = [...Map.groupBy(ofSeverity, ({ code }) => code).values()] as unknown as readonly Entry[];
    const isConvention = ([first]: Entry) => conventions.has(first.code);
    return [...entries.filter((one) => !isConvention(one)), ...entries.filter(isConvention)];
  });
}

function renderEntry(entry: Entry, frames: Frames, conventions: LintReport['conventions']): string {
  const [first] = entry;
  const members = entry.flatMap((one) => one.members);
  const next = renderNext(entry, frames);
  const left = members.length - 1 - next.length;
  return [
    `${renderHead(first, frames)}${conventions.has(first.code) ? ' (a convention)' : ''}${countMembers(members)}`,
    ...indent([
      printable(first.message),
      ...indent([...renderFrame(first, frames), ...renderHelp(first, frames)]),
      ...next,
      ...(left === 0 ? [] : [`and ${left} more`]),
    ]),
  ].join('\n');
}

function countMembers(members: readonly Diagnostic[]): string {
  const files = new Set(members.map(({ at }) => at.file)).size;
  const where = files === 1 ? '' : ` in ${files} files`;
  return members.length === 1 ? '' : `, ${members.length} times${where}`;
}

/** Behind the first finding others, or where it is repeated. */
function renderNext([{ alsoAt }, ...others]: Entry, frames: Frames): readonly string[] {
  const lines =
    others.length > 0
      ? others.map(({ at, message }) => `${renderPlace(at, frames)} ${printable(message)}`)
      : alsoAt.slice(0, shownOfRule).map((at) => `also at ${renderPlace(at, frames)}`);
  return lines.slice(0, shownOfRule - 1);
}
