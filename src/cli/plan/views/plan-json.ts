import type { ComparedDeployment, PlanFinding, PlanReport, PlanSide } from '../plan-report.ts';
import { summarizePlan } from './plan-summary.ts';

/**
 * A plan for programs: `{ format: 1, deployment, base, head, changes, findings, approved, summary, lint, delta }`. If
 * the head does not compile, `changes` is omitted and the findings explain why. File names are relative to the folder
 * of the configuration; nothing is cut. With several deployments, the digests and deltas are in `deployments`. An
 * incompatible change raises `format`.
 */
export function renderPlanJson(report: PlanReport): string {
  const { deployments, removedDeployments, base, head, changes, findings, approved, lint } = report;
  const [only, ...others] = deployments;
  const found = {
    ...(removedDeployments.length > 0 && { removedDeployments }),
    changes,
    findings: findings.map(toJson),
    approved: approved.map((one) => ({ ...one, finding: toJson(one.finding) })),
    summary: summarizePlan(report),
    ...(lint && { lint }),
  };
  const content =
    only && others.length === 0
      ? { ...describeOnly(only, base, head), ...found, delta: only.delta }
      : { format: 1, deployment: 'all', base, head, ...found, deployments };
  return JSON.stringify(content, null, 2) + '\n';
}

function describeOnly(
  { name, lacks, base: from, head: to }: ComparedDeployment,
  base: PlanSide,
  head: PlanSide,
) {
  return {
    format: 1,
    deployment: name,
    base: { ...base, ...(from && { digest: from }), ...(lacks && { lacks }) },
    head: { ...head, ...(to && { digest: to }) },
  };
}

/** A finding without its fix, since a plan does not fix anything. */
function toJson(finding: PlanFinding): Omit<PlanFinding, 'fix'> {
  const { fix: _, ...rest } = finding;
  return rest;
}
