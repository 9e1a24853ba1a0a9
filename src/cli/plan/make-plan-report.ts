import { diffSets } from '#compiler/plan/declarations/diff-sets.ts';
import { diffTable } from '#compiler/plan/delta/table-delta.ts';
import type { Comparison } from '#pipeline/compare.ts';
import type { ComparedRevisions, DeploymentComparison } from './compare-revisions.ts';
import { evaluateDeployment } from './evaluate-deployment.ts';
import { mergeApproved, mergeChanges, mergeFindings } from './merge-deployments.ts';
import type {
  ComparedDeployment,
  LintOutcome,
  LocatedChange,
  NeededApproval,
  PlanFinding,
  PlanReport,
} from './plan-report.ts';

/**
 * The report on two states of a repository, of which the base compiles. Changes and findings that several deployments
 * share appear once.
 */
export function makePlanReport(
  { revisions, comparisons, weakened }: ComparedRevisions,
  lint: LintOutcome | undefined = weakened?.counts,
): PlanReport {
  const { base, head } = revisions;
  const compared = {
    deployments: comparisons.map(describeDeployment),
    removedDeployments: listRemoved(comparisons[0].comparison),
    ...(lint && { lint }),
    base: { name: base.name, commit: base.id },
    head: { name: head.name, ...(head.id !== undefined && { commit: head.id }) },
  };
  const [first] = comparisons;
  if (!first.comparison.plan)
    return { ...compared, findings: first.comparison.head.diagnostics, approved: [] };
  const evaluated = comparisons.map(evaluateDeployment);
  // Weakened checks come first: long lists are cut, and a weakened check may be why there are no other findings.
  const findings = [...(weakened?.findings ?? []), ...mergeFindings(evaluated)];
  return {
    ...compared,
    changes: addNeededApprovals(mergeChanges(evaluated), findings),
    findings,
    approved: mergeApproved(evaluated),
  };
}

function describeDeployment({
  deployment,
  comparison: { base, head, plan },
}: DeploymentComparison): ComparedDeployment {
  return {
    name: deployment,
    ...(base.compiled && { base: base.compiled.digest }),
    ...(head.compiled && { head: head.compiled.digest }),
    ...(base.lacks && { lacks: base.lacks }),
    ...(plan && head.compiled && { delta: diffTable(base.compiled, head.compiled) }),
  };
}

function listRemoved({ base, head }: Comparison): readonly string[] {
  const [before, after] = [base, head].map(({ workspace }) =>
    Object.keys(workspace?.gateway.value.deployments ?? {}),
  );
  return head.workspace ? diffSets(before, after).removed : [];
}

function addNeededApprovals(
  changes: readonly LocatedChange[],
  findings: readonly PlanFinding[],
): readonly LocatedChange[] {
  const needed = new Map<string, NeededApproval[]>();
  for (const { severity, code, changes: fingerprints = [], ofChanges = [] } of findings) {
    if (severity !== 'error') continue;
    const approvals = fingerprints.map((change) => ({ change, rule: code }));
    for (const change of ofChanges) needed.set(change, [...(needed.get(change) ?? []), ...approvals]);
  }
  return changes.map((change) => {
    const approvalsNeeded = needed.get(change.fingerprint) ?? [];
    return approvalsNeeded.length > 0 ? { ...change, approvalsNeeded } : change;
  });
}
