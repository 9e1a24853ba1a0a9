import type { PlanFinding, PlanReport } from '../../plan/plan-report.ts';
import { summarizePlan } from './plan-summary.ts';

/**
 * A plan for a program: `{ format: 1, deployment, base, head, changes, findings, approved, summary, delta }`. If the
 * head does not compile, `changes` is omitted and the findings explain why. Files are named from the folder of the
 * configuration; nothing is cut. A change that breaks its readers raises `format`.
 */
export function renderPlanJson(report: PlanReport): string {
  const { deployment, base, head, changes, findings, approved, delta } = report;
  const content = {
    format: 1,
    deployment,
    base,
    head,
    changes,
    findings: findings.map(toJson),
    approved: approved.map((one) => ({ ...one, finding: toJson(one.finding) })),
    summary: summarizePlan(report),
    delta,
  };
  return JSON.stringify(content, null, 2) + '\n';
}

/** Without the fix, which is not for a plan to make. */
function toJson(finding: PlanFinding): Omit<PlanFinding, 'fix'> {
  const { fix: _, ...rest } = finding;
  return rest;
}
