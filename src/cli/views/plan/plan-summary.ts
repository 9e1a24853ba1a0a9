import { countDiagnostics } from '../../../diagnostic/count-diagnostics.ts';
import type { PlanReport } from '../../plan/plan-report.ts';

/** What is said where something forbidden has a fingerprint. */
export const howToApprove =
  'What is forbidden may pass where `gatewright-approvals.yaml` names its rule and fingerprint, the reason, and who approves.';

/** How much a plan holds of what. */
export interface PlanSummary {
  readonly add: number;
  readonly change: number;
  readonly remove: number;
  readonly breaking: number;
  readonly risky: number;
  /** Applications, each counted once. */
  readonly affected: number;
  /** Findings that forbid it. */
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
    parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
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

function countApplications(count: number): string {
  if (count === 0) return 'no application is';
  return count === 1 ? '1 application is' : `${count} applications are`;
}
