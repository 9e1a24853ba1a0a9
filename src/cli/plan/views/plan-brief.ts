import { isNothing, type PlanReport } from '../plan-report.ts';
import { printable } from '../../views/display-width.ts';
import type { HumanViewContext } from '../../lint/views/frames.ts';
import { listWords } from '../../views/render-counts.ts';
import { describeEntry, type EntryRow, type EntryStyle } from './describe-entry.ts';
import { describeVerdict } from './describe-verdict.ts';
import { signs, takeMost } from './plan-changes.ts';
import type { PlanEntry } from './plan-entries.ts';
import { listSections } from './plan-sections.ts';
import {
  describeLack,
  describeNothing,
  describeSides,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

/** The maximum number of entries, and for each entry, of changes below the first line, and of applications. */
const mostEntries = 10;
const mostBelow = 3;
const mostApplications = 3;

/** A plan in a few lines: the changes with their verdicts and the affected applications, then the counts. */
export function renderPlanInBrief(report: PlanReport, { paint }: HumanViewContext): string {
  const head = `Plan for ${printable(describeSides(report))}.`;
  const sections = listSections(report);
  if (!report.changes) return `${head} The head does not compile, so nothing is compared.\n`;
  const lack = printable(describeLack(report));
  if (isNothing(report)) return `${head} ${lack || describeNothing(report)}\n`;
  const { shown, left } = takeMost(
    sections.flatMap(({ entries }) => entries),
    mostEntries,
  );
  const lines = [
    `${head}${lack === '' ? '' : ` ${lack}`}`,
    ...shown.flatMap((entry) => renderEntry(entry, paint).map((line) => `  ${line}`)),
    ...(left === 0 ? [] : [`  and ${left} more, which the same command shows with \`--format human\``]),
    renderPlanSummary(summarizePlan(report)),
    `${describeVerdict(report, sections)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function renderEntry(entry: PlanEntry, paint: HumanViewContext['paint']): readonly string[] {
  const verdict = verdicts[entry.verdict];
  const label = verdict === undefined ? '' : `${paint('bold', verdict)}: `;
  const [first, ...below] = describeEntry(entry, plainStyle).rows;
  const { shown, left } = takeMost(below, mostBelow);
  return [
    ...(first ? [`${signOf(first)} ${label}${first.text}${renderAffected(entry)}`] : []),
    ...shown.map((row) => `  ${signOf(row)} ${row.text}`),
    ...(left === 0 ? [] : [`  and ${left} more`]),
  ];
}

function signOf({ action }: EntryRow): string {
  return action === undefined ? '!' : signs[action];
}

const verdicts: Readonly<Partial<Record<PlanEntry['verdict'], string>>> = {
  relaxed: 'a rule forbids less',
  forbidden: 'forbidden',
  approved: 'approved',
  permitted: 'may break callers',
  breaking: 'breaking',
  risky: 'risky',
  warning: 'warning',
};

function renderAffected({ changes }: PlanEntry): string {
  const affected = changes.flatMap((change) => change.affected.map(({ application }) => application));
  const { shown, left } = takeMost([...new Set(affected)], mostApplications);
  if (shown.length === 0) return '';
  const names = [...shown.map(printable), ...(left === 0 ? [] : [`${left} more`])];
  return `; affects ${listWords(names, 'and')}`;
}

const plainStyle: EntryStyle = {
  prose: printable,
  code: printable,
  name: printable,
  notes: (notes) => ` (${notes.join(', ')})`,
  place: () => '',
};
