import type { SourceLocation } from '../../../source/source-location.ts';
import type { ApprovedFinding, LocatedChange, PlanFinding, PlanReport } from '../../plan/plan-report.ts';
import { printable } from '../display-width.ts';
import { describeUses } from '../lint/describe-uses.ts';
import { type HumanViewContext, renderForHumans } from '../lint/human.ts';
import { sortWorstFirst } from '../render-counts.ts';
import { mergeEnumValues } from './merge-enum-values.ts';
import {
  type AffectedApplication,
  collectAffected,
  groupChanges,
  nameSubject,
  sensitivities,
  shownOperations,
  shownLocation,
  renderValues,
  signs,
  takeMost,
} from './plan-changes.ts';
import {
  describeLack,
  describeLint,
  describeNothing,
  describeSides,
  howToApprove,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

/** How many of each list a person is shown. */
const most = {
  subjects: 50,
  changes: 15,
  operations: 5,
  applications: 30,
  effects: 5,
  findings: 50,
} as const;

const colours = {
  add: 'green',
  change: 'yellow',
  remove: 'red',
  error: 'red',
  warning: 'yellow',
  info: 'blue',
} as const;

/** A plan for a person: the changes by subject, the affected applications, forbidden changes, and a summary line. */
export function renderPlanForHumans(report: PlanReport, context: HumanViewContext): string {
  const { changes, findings, approved } = report;
  const head = `Plan for ${printable(describeSides(report))}.`;
  if (!changes) {
    const diagnostics = renderForHumans(findings, context);
    return `${head}\n\nThe head does not compile, so nothing is compared.\n\n${diagnostics}`;
  }
  const lack = printable(describeLack(report));
  const isNothing = changes.length === 0 && findings.length === 0 && approved.length === 0;
  const lint = describeLint(report);
  if (isNothing) return `${[head, lack || describeNothing(report), lint].join(' ').trimEnd()}\n`;
  const sections = [
    [head],
    lack === '' ? [] : [lack],
    lint === '' ? [] : [lint],
    ...renderGroups(changes, context),
    renderAffected(collectAffected(changes), context),
    ...renderFindings(findings, context),
    ...renderApproved(approved, context),
    [renderPlanSummary(summarizePlan(report))],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

type Lines = readonly string[];

function renderGroups(changes: readonly LocatedChange[], context: HumanViewContext): readonly Lines[] {
  const { shown, left } = takeMost(groupChanges(mergeEnumValues(changes)), most.subjects);
  return [...shown.map((group) => renderGroup(group, context)), more(left, 'that change')];
}

function renderGroup(group: readonly LocatedChange[], context: HumanViewContext): Lines {
  const { shown, left } = takeMost(group, most.changes);
  const names = shown
    .slice(0, 1)
    .map(({ subject }) => context.paint('bold', printable(nameSubject(subject))));
  return [
    ...names,
    ...indent(shown.flatMap((change) => renderChange(change, context))),
    ...indent(more(left)),
  ];
}

function renderChange(change: LocatedChange, context: HumanViewContext): Lines {
  const { action, message } = change;
  const { paint } = context;
  const values = renderValues(change);
  const line = [paint(colours[action], signs[action]), printable(message), ...renderVerdict(change, context)];
  return [
    line.join(' '),
    ...indent(values === undefined ? [] : [printable(values)]),
    ...indent(renderOperations(shownOperations(change))),
    ...indent(renderPrevious(change)),
    ...indent(renderDeployments(change)),
    ...indent(renderLocation(change, context)),
  ];
}

/** What a new version breaks for those who move to it. */
function renderPrevious({ breaksPrevious }: LocatedChange): Lines {
  if (!breaksPrevious) return [];
  const { shown, left } = takeMost(breaksPrevious.changes, most.changes);
  const api = printable(breaksPrevious.api);
  const rows = shown.map(({ message, compatibility }) => `${printable(message)} (${compatibility})`);
  return shown.length === 0
    ? [`breaks nothing of ${api}`]
    : [`breaks for callers of ${api} that move to it:`, ...indent([...rows, ...more(left)])];
}

function renderDeployments({ deployments }: Pick<LocatedChange, 'deployments'>): Lines {
  return deployments ? [`only in ${printable(deployments.join(', '))}`] : [];
}

function renderVerdict({ compatibility, sensitive }: LocatedChange, { paint }: HumanViewContext): Lines {
  return [
    ...(compatibility === 'breaking' ? [paint(['red', 'bold'], '(breaking)')] : []),
    ...(compatibility === 'risky' ? [paint('yellow', '(risky)')] : []),
    ...(sensitive ? [paint('yellow', `(sensitive: ${sensitivities[sensitive]})`)] : []),
  ];
}

function renderOperations(operations: readonly string[]): Lines {
  const { shown, left } = takeMost(operations, most.operations);
  if (shown.length === 0) return [];
  return [`at ${shown.map(printable).join(', ')}${left === 0 ? '' : ` and ${left} more`}`];
}

function renderLocation(change: LocatedChange, context: HumanViewContext): Lines {
  const place = shownLocation(change);
  return place ? [renderPlace(place.at, place.isInBase, context)] : [];
}

function renderPlace(
  { file, line, column }: SourceLocation,
  isInBase: boolean,
  context: HumanViewContext,
): string {
  const { show, paint } = context;
  return `${paint('cyan', `${printable(show(file))}:${line}:${column}`)}${isInBase ? ' in the base' : ''}`;
}

function renderAffected(affected: readonly AffectedApplication[], { paint }: HumanViewContext): Lines {
  const { shown, left } = takeMost(affected, most.applications);
  if (shown.length === 0) return [];
  const lines = shown.flatMap(({ application, owner, effects }) => {
    const few = takeMost(effects, most.effects);
    const head = printable(`${application} (${owner})`);
    return [head, ...indent([...few.shown.map(printable), ...more(few.left)])];
  });
  return [paint('bold', 'Affected applications'), ...indent([...lines, ...more(left)])];
}

function renderFindings(findings: readonly PlanFinding[], context: HumanViewContext): readonly Lines[] {
  const { shown, left } = takeMost(sortWorstFirst(findings), most.findings);
  const isApprovable = findings.some(
    ({ severity, changes = [] }) => severity === 'error' && changes.length > 0,
  );
  const blocks = shown.map((finding) => renderFinding(finding, context));
  return [...blocks, more(left, 'findings'), isApprovable ? [howToApprove] : []];
}

function renderFinding(finding: PlanFinding, context: HumanViewContext): Lines {
  const { severity, code, message, help, at, isInBase = false, changes = [] } = finding;
  const { paint } = context;
  const word = severity === 'error' ? 'forbidden' : severity;
  const { shown, left } = takeMost(changes, most.changes);
  return [
    `${paint([colours[severity], 'bold'], word)} ${paint('dim', code)} ${printable(message)}`,
    ...indent([
      renderPlace(at, isInBase, context),
      ...renderDeployments(finding),
      ...describeUses(finding, (place) => renderPlace(place, false, context)),
      ...(help === undefined ? [] : [`${paint('bold', 'help:')} ${printable(help)}`]),
      ...(severity === 'error' ? [...shown.map((change) => `fingerprint: ${change}`), ...more(left)] : []),
    ]),
  ];
}

function renderApproved(approved: readonly ApprovedFinding[], { paint }: HumanViewContext): readonly Lines[] {
  const { shown, left } = takeMost(approved, most.findings);
  const blocks = shown.map(({ finding: { code, message }, reason, approvedBy }) => [
    `${paint(['green', 'bold'], 'approved')} ${paint('dim', code)} ${printable(message)}`,
    ...indent([printable(`by ${approvedBy}: ${reason}`)]),
  ]);
  return [...blocks, more(left, 'approved')];
}

function more(left: number, what = ''): Lines {
  return left === 0 ? [] : [`and ${left} more ${what}`.trimEnd()];
}

function indent(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}
