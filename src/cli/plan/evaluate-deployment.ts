import { apiKey } from '#compiled/api-key.ts';
import type { LoweredRule } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Change } from '#compiler/plan/change.ts';
import type { NewVersion } from '#compiler/plan/history/new-versions.ts';
import { locateChange } from '#compiler/plan/history/locate-change.ts';
import { hideCredentials } from '#compiler/plan/wording/describe-value.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { compareNewVersions, type Comparison, evaluateComparison } from '#pipeline/compare.ts';
import type { DeploymentComparison } from './compare-revisions.ts';
import type {
  ApprovedFinding,
  Destination,
  LocatedChange,
  PlanFinding,
  PreviousVersion,
} from './plan-report.ts';

/** The findings of one deployment. */
export interface EvaluatedDeployment {
  readonly deployment: string;
  /** Whether the base does not have this deployment. */
  readonly isNew: boolean;
  readonly changes: readonly LocatedChange[];
  readonly findings: readonly PlanFinding[];
  readonly approved: readonly ApprovedFinding[];
}

/** Evaluates one deployment. There are no changes if a side does not compile. */
export function evaluateDeployment({ deployment, comparison }: DeploymentComparison): EvaluatedDeployment {
  const versions = new Map(compareNewVersions(comparison).map((one) => [apiKey(one.api.value), one]));
  const changes = (comparison.plan?.changes ?? []).map((change) =>
    addDestinations(addLocations(change, comparison), comparison),
  );
  const { lowered, ...verdict } = evaluateComparison(comparison);
  return {
    deployment,
    isNew: comparison.base.lacks === 'deployment',
    changes: changes.map((change) => addLoweredRule(addPreviousVersion(change, versions), lowered)),
    ...verdict,
  };
}

/**
 * Adds the rule that would forbid a breaking or risky change, if the configuration lowers the severity of that rule.
 */
function addLoweredRule(change: LocatedChange, lowered: readonly LoweredRule[]): LocatedChange {
  const { compatibility, fingerprint } = change;
  if (compatibility !== 'breaking' && compatibility !== 'risky') return change;
  const found = lowered.find(({ ofChanges }) => ofChanges.includes(fingerprint));
  return found ? { ...change, loweredRule: { rule: found.rule, severity: found.severity } } : change;
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

/** Adds the URLs that calls of a new API go to, since they receive the data of callers. */
function addDestinations(change: LocatedChange, { head }: Comparison): LocatedChange {
  if (change.id !== 'api-added') return change;
  const added = head.compiled?.manifest.apis.find((entry) => apiKey(entry) === change.subject.name);
  const endpoints = added && head.compiled?.apis.get(added.part)?.endpoints;
  const callsGoTo = (['production', 'sandbox'] as const).flatMap((keySet): readonly Destination[] => {
    const { targets = [] } = endpoints?.[keySet] ?? {};
    return targets.length > 0 ? [{ keySet, urls: targets.map(hideCredentials) }] : [];
  });
  return callsGoTo.length > 0 ? { ...change, callsGoTo } : change;
}

/**
 * Adds the changes that may break callers of the previous version to the change by which a version is added or changes
 * its state.
 */
function addPreviousVersion(change: LocatedChange, versions: ReadonlyMap<string, NewVersion>): LocatedChange {
  const { id, subject } = change;
  const version = subject.kind === 'Api' ? versions.get(subject.name) : undefined;
  if (!version || (id !== 'api-added' && id !== 'api-state-changed')) return change;
  return { ...change, breaksPrevious: describePrevious(version) };
}

function describePrevious({ previous, breaks }: NewVersion): PreviousVersion {
  const changes = breaks.map(({ id, compatibility, path, message, operations, limit }) => ({
    id,
    compatibility,
    path,
    message,
    operations,
    ...(limit && { limit }),
  }));
  return { api: apiKey(previous.value), changes };
}
