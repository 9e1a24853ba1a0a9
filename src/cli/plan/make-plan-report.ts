import type { Change } from '../../compiler/plan/change.ts';
import { diffTable } from '../../compiler/plan/delta/table-delta.ts';
import { locateChange } from '../../compiler/plan/locate-change.ts';
import type { Workspace } from '../../compiler/workspace/workspace.ts';
import { type Comparison, evaluateComparison } from '../../pipeline/compare.ts';
import type { ComparedRevisions } from './compare-revisions.ts';
import type { LocatedChange, PlanReport } from './plan-report.ts';

/** The report on two states of a repository with a base that compiles. */
export function makePlanReport({ revisions, comparison, deployment }: ComparedRevisions): PlanReport {
  const { base, head, plan } = comparison;
  const sides = {
    deployment,
    base: {
      name: revisions.base.name,
      commit: revisions.base.id,
      ...(base.compiled && { digest: base.compiled.digest }),
      ...(base.lacks && { lacks: base.lacks }),
    },
    head: {
      name: revisions.head?.name ?? 'the working tree',
      ...(revisions.head && { commit: revisions.head.id }),
      ...(head.compiled && { digest: head.compiled.digest }),
    },
  };
  if (!plan || !head.compiled) return { ...sides, findings: head.diagnostics, approved: [] };
  const changes = plan.changes.map((change) => addLocations(change, comparison));
  const delta = diffTable(base.compiled, head.compiled);
  return { ...sides, changes, ...evaluateComparison(comparison), delta };
}

function addLocations(change: Change, { base, head }: Comparison): LocatedChange {
  const inBase = locateIn(base.workspace, change, 'base');
  const inHead = locateIn(head.workspace, change, 'head');
  return { ...change, locations: { ...(inBase && { base: inBase }), ...(inHead && { head: inHead }) } };
}

function locateIn(workspace: Workspace | undefined, { subject, at }: Change, side: 'base' | 'head') {
  const location = at[side];
  return workspace && location && locateChange(subject, location, workspace);
}
