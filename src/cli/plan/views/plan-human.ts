import { isNothing, type PlanReport } from '../plan-report.ts';
import { printable } from '../../views/display-width.ts';
import type { HumanViewContext } from '../../lint/views/frames.ts';
import { renderForHumans } from '../../lint/views/human.ts';
import { describeEntry, type EntryRow, type EntryStyle } from './describe-entry.ts';
import { describeVerdict } from './describe-verdict.ts';
import { signs, takeMost } from './plan-changes.ts';
import type { EntryVerdict, PlanEntry } from './plan-entries.ts';
import { listSections, type PlanSection } from './plan-sections.ts';
import {
  describeLack,
  describeLint,
  describeNothing,
  describeSides,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

/** The maximum number of entries of a section. */
const mostEntries = 50;

const colours = { add: 'green', change: 'yellow', remove: 'red' } as const;

const colourOfTitle: Readonly<Partial<Record<EntryVerdict, 'red' | 'green' | 'yellow'>>> = {
  relaxed: 'yellow',
  forbidden: 'red',
  approved: 'green',
  permitted: 'red',
  breaking: 'red',
  risky: 'yellow',
  warning: 'yellow',
  sensitive: 'yellow',
};

/**
 * A plan for people: each change once, the most severe first, with its place, the affected applications and the
 * approval that it needs. The verdict is at the end, since a terminal shows the last lines.
 */
export function renderPlanForHumans(report: PlanReport, context: HumanViewContext): string {
  const head = `Plan for ${printable(describeSides(report))}.`;
  if (!report.changes) {
    const diagnostics = renderForHumans(report.findings, context);
    return `${head}\n\nThe head does not compile, so nothing is compared.\n\n${diagnostics}`;
  }
  const lack = printable(describeLack(report));
  const lint = describeLint(report);
  if (isNothing(report)) return `${[head, lack || describeNothing(report), lint].join(' ')}\n`;
  const sections = listSections(report);
  const blocks = [
    [head],
    [lack],
    ...sections.map((section) => renderSection(section, context)),
    [renderPlanSummary(summarizePlan(report)), lint, renderVerdict(report, sections, context)],
  ];
  return blocks
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

type Lines = readonly string[];

function renderVerdict(
  report: PlanReport,
  sections: readonly PlanSection[],
  { paint }: HumanViewContext,
): string {
  const isForbidden = sections.some(({ verdict }) => verdict === 'forbidden');
  return paint([isForbidden ? 'red' : 'green', 'bold'], `${describeVerdict(report, sections)}.`);
}

function renderSection({ verdict, title, notes, entries }: PlanSection, context: HumanViewContext): Lines {
  const { shown, left } = takeMost(entries, mostEntries);
  const colour = colourOfTitle[verdict];
  const style = humanStyle(context);
  return [
    context.paint(colour ? [colour, 'bold'] : 'bold', title),
    ...notes.map(printable),
    ...indent(shown.flatMap((entry) => renderEntry(entry, style, context))),
    ...indent(left === 0 ? [] : [`and ${left} more`]),
  ];
}

function humanStyle({ show, paint }: HumanViewContext): EntryStyle {
  return {
    prose: printable,
    code: printable,
    name: (text) => paint('bold', printable(text)),
    notes: (notes) => ` ${paint(notes.includes('breaking') ? 'red' : 'yellow', `(${notes.join(', ')})`)}`,
    place: ({ file, line, column }, isInBase) =>
      `${paint('cyan', `${printable(show(file))}:${line}:${column}`)}${isInBase ? ' in the base' : ''}`,
  };
}

function renderEntry(entry: PlanEntry, style: EntryStyle, context: HumanViewContext): Lines {
  const { rows, details } = describeEntry(entry, style);
  const [first = [], ...others] = rows.map((row) => renderRow(row, context));
  return [...first, ...indent([...others.flat(), ...details])];
}

function renderRow({ text, advice, place, action }: EntryRow, { paint }: HumanViewContext): Lines {
  const sign = action === undefined ? paint('red', '!') : paint(colours[action], signs[action]);
  const below = [advice, place].filter((line) => line !== undefined);
  return [`${sign} ${text}`, ...indent(below)];
}

function indent(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}
