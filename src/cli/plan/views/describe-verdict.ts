import { count } from '#compiler/plan/wording/describe-quantity.ts';
import { isUnchanged, type PlanReport } from '../plan-report.ts';
import { gravityOf, type PlanEntry } from './plan-entries.ts';
import { listLowered, type PlanSection } from './plan-sections.ts';
import { summarizePlan } from './plan-summary.ts';

/** The verdict of a plan on one line: `Forbidden: 2 changes, 1 of them breaking`. */
export function describeVerdict(report: PlanReport, sections: readonly PlanSection[]): string {
  if (!report.changes) return 'The head does not compile';
  const of = (...verdicts: readonly PlanSection['verdict'][]) =>
    sections.filter(({ verdict }) => verdicts.includes(verdict)).flatMap(({ entries }) => entries);
  const [forbidden, approved, grave] = [
    of('forbidden'),
    of('approved'),
    of('permitted', 'breaking', 'risky'),
  ];
  const permitted = of('permitted');
  if (forbidden.length > 0) return `Forbidden: ${countGravest(forbidden)}`;
  if (approved.length > 0) return `Allowed by approval: ${countGravest(approved)}`;
  if (permitted.length > 0)
    return `Allowed: ${countGravest(grave)}, ${listLowered(permitted).replace('allowed ', '')}`;
  return `Allowed: ${grave.length > 0 ? countGravest(grave) : describeEffect(report, of('sensitive'))}`;
}

/** `2 breaking changes`, `3 changes, 1 of them breaking`. */
function countGravest(entries: readonly PlanEntry[]): string {
  const [breaking, risky] = (['breaking', 'risky'] as const).map(
    (gravity) => entries.filter((entry) => gravityOf(entry) === gravity).length,
  );
  if (breaking === entries.length) return count(entries.length, 'breaking change');
  if (risky === entries.length) return count(entries.length, 'risky change');
  return `${count(entries.length, 'change')}${breaking ? `, ${breaking} of them breaking` : ''}`;
}

/**
 * The effects of a plan that breaks no contract. A sensitive change can remove access, so the text is "nothing breaks"
 * only if there are neither sensitive changes nor affected applications.
 */
function describeEffect(report: PlanReport, sensitive: readonly PlanEntry[]): string {
  const { affected, warnings } = summarizePlan(report);
  const effects = [
    ...(sensitive.length > 0 ? [count(sensitive.length, 'sensitive change')] : []),
    ...(affected > 0 ? [`${count(affected, 'application')} affected`] : []),
  ];
  if (effects.length > 0) return effects.join(', ');
  if (report.changes?.length) return 'nothing breaks';
  if (warnings > 0) return count(warnings, 'warning');
  return isUnchanged(report) ? 'nothing changes' : 'nothing to show';
}
