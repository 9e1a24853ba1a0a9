import { count } from '#compiler/plan/wording/describe-quantity.ts';
import { countDiagnostics } from '#diagnostic/diagnostic.ts';
import { isUnchanged, type PlanReport, type PlanSide } from '../plan-report.ts';
import { listWords } from '../../views/render-counts.ts';

/** The counts of a plan. */
export interface PlanSummary {
  readonly add: number;
  readonly change: number;
  readonly remove: number;
  readonly breaking: number;
  readonly risky: number;
  /** The number of different applications that are affected. */
  readonly affected: number;
  /** The number of findings that forbid changes. */
  readonly forbidden: number;
  readonly warnings: number;
  readonly approved: number;
}

export function summarizePlan({ changes = [], findings, approved }: PlanReport): PlanSummary {
  const actions = { add: 0, change: 0, remove: 0 };
  const verdicts = { breaking: 0, risky: 0, compatible: 0, text: 0 };
  const affected = new Set<string>();
  for (const change of changes) {
    actions[change.action] += 1;
    if (change.compatibility) verdicts[change.compatibility] += 1;
    for (const { application } of change.affected) affected.add(application);
  }
  const { error, warning } = countDiagnostics(findings);
  return {
    ...actions,
    breaking: verdicts.breaking,
    risky: verdicts.risky,
    affected: affected.size,
    forbidden: error,
    warnings: warning,
    approved: approved.length,
  };
}

/** `2 to add, 1 to change, 0 to remove; 1 breaking; 3 applications are affected.` */
export function renderPlanSummary(summary: PlanSummary): string {
  const { add, change, remove, breaking, risky, affected, forbidden, warnings, approved } = summary;
  const list = (...parts: readonly (readonly [number, string])[]) =>
    parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ');
  const parts = [
    `${add} to add, ${change} to change, ${remove} to remove`,
    list([breaking, 'breaking'], [risky, 'risky']),
    `${countApplications(affected)} affected`,
    list(
      [forbidden, 'forbidden'],
      [approved, 'approved'],
      [warnings, warnings === 1 ? 'warning' : 'warnings'],
    ),
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

function countApplications(applications: number): string {
  if (applications === 0) return 'no application is';
  return `${count(applications, 'application')} ${applications === 1 ? 'is' : 'are'}`;
}

/** The compared sides: `production: from origin/main (1a2b3c4d5e6f) to the working tree`. */
export function describeSides({ deployments, base, head }: PlanReport): string {
  const names = deployments.map(({ name }) => name);
  return `${listWords(names, 'and')}: from ${describeSide(base)} to ${describeSide(head)}`;
}

function describeSide({ name, commit }: PlanSide): string {
  return commit === undefined ? name : `${name} (${commit.slice(0, 12)})`;
}

/**
 * Sentences about deployments that one side lacks, shown before the changes or in place of them; empty if there are
 * none.
 */
export function describeLack(report: PlanReport): string {
  const removed = report.removedDeployments.map((name) => `The deployment ${name} is removed.`);
  return [describeNew(report), ...removed].filter((text) => text !== '').join(' ');
}

function describeNew({ deployments, base }: PlanReport): string {
  if (deployments.some(({ lacks }) => lacks === 'configuration'))
    return `Everything is added: ${base.name} has no such configuration yet.`;
  const added = deployments.filter(({ lacks }) => lacks === 'deployment').map(({ name }) => name);
  if (added.length === 0) return '';
  const missing = `${base.name} has no deployment ${listWords(added, 'or')} yet.`;
  return added.length === deployments.length
    ? `Everything is added: ${missing}`
    : `${missing} Of a new deployment only its own settings are shown.`;
}

/** A sentence on whether lint passes in the head. */
export function describeLint({ lint, findings }: PlanReport): string {
  if (!lint) return 'Lint was not checked.';
  const { errors, warnings } = lint;
  if (errors === undefined) return 'Lint could not run.';
  const found = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
  if (errors === 0) return `Lint passes${found === '' ? '' : `: ${found}`}.`;
  const isForbidden = countDiagnostics(findings).error > 0;
  const { named = [] } = lint;
  const examples =
    named.length === 0 ? '' : `, ${named.length < errors ? 'such as ' : ''}${named.join(', ')}`;
  return `Lint ${isForbidden ? 'also fails' : 'fails'}: ${found}${examples}.`;
}

/** The summary of a plan without changes. */
export function describeNothing(report: PlanReport): string {
  if (isUnchanged(report)) return 'Nothing changes.';
  return 'The route tables differ, but not in anything that a plan shows.';
}
