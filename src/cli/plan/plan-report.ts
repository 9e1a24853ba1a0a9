import type { Digest } from '#compiled/digest.ts';
import type { Change, ChangedLimit, Compatibility } from '#compiler/plan/change.ts';
import type { LoweredRule } from '#compiler/plan/approvals/apply-approvals.ts';
import type { TableDelta } from '#compiler/plan/delta/table-delta.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceLocation } from '#source/source-location.ts';

/** A side of the comparison: the base or the head. */
export interface PlanSide {
  /** The name for readers: `origin/main`, `the working tree`. */
  readonly name: string;
  /** The commit; for the base, the merge base. Absent if the side is not a commit. */
  readonly commit?: string;
}

/** A deployment whose route tables on both sides are compared. */
export interface ComparedDeployment {
  readonly name: string;
  /** The digests of the route tables; absent for a side without a table. */
  readonly base?: Digest;
  readonly head?: Digest;
  /** The part that the base lacks, so that everything is new. */
  readonly lacks?: 'configuration' | 'deployment';
  /** The steps from the table of base to the table of head, for programs. */
  readonly delta?: TableDelta;
}

/** Something that was found in one or more of the compared deployments. */
interface Found {
  /** The deployments in which it was found; absent if these are all compared deployments. */
  readonly deployments?: readonly string[];
}

/** A change with its location on each side. */
export interface LocatedChange extends Change, Found {
  readonly locations: { readonly base?: SourceLocation; readonly head?: SourceLocation };
  /** The approvals that would allow it, without their reasons and approvers. */
  readonly approvalsNeeded?: readonly NeededApproval[];
  /** The rule that would forbid the change if the configuration did not lower the rule's severity. */
  readonly loweredRule?: Omit<LoweredRule, 'ofChanges'>;
  /** For a new version of an API: what may break callers that move to it from the previous version. */
  readonly breaksPrevious?: PreviousVersion;
  /** For a new API: the URLs that receive its calls. */
  readonly callsGoTo?: readonly Destination[];
}

/** The URLs that receive the calls made with the keys of one key set, without credentials. */
export interface Destination extends Found {
  readonly keySet: 'production' | 'sandbox';
  readonly urls: readonly string[];
}

/** The part of an approval that identifies what it allows. */
export interface NeededApproval {
  readonly change: string;
  readonly rule: string;
}

/** The previous version of a new version of an API, and what the new version breaks. */
export interface PreviousVersion {
  readonly api: string;
  readonly changes: readonly VersionChange[];
}

/** A difference between two versions of an API. */
interface VersionChange {
  readonly id: string;
  readonly compatibility: Compatibility;
  readonly path: string;
  readonly message: string;
  readonly operations: readonly string[];
  readonly limit?: ChangedLimit;
}

/** A finding about a comparison; an error forbids the changes. */
export interface PlanFinding extends Diagnostic, Found {
  /** A sentence about who is affected. */
  readonly impact?: string;
  /** The fingerprints to approve it by, which may differ between deployments; absent if it cannot be approved. */
  readonly changes?: readonly string[];
  /** The fingerprints of the changes that it is about. */
  readonly ofChanges?: readonly string[];
  /** Set if its place is in the base, since the head has no such place. */
  readonly isInBase?: true;
  /** Set for a finding about a weakened check. */
  readonly sensitive?: 'checks';
}

/** A finding that would forbid a change, and its approval. */
export interface ApprovedFinding {
  readonly finding: PlanFinding;
  readonly reason: string;
  readonly approvedBy: string;
}

/** The number of lint findings in the whole head; `errors` is undefined if the report of lint does not exist. */
export interface LintOutcome {
  readonly errors: number | undefined;
  readonly warnings: number;
  /** The first errors, each as its rule and its place; absent if they are not known. */
  readonly named?: readonly string[];
}

/** The output of `gatewright plan`. */
export interface PlanReport {
  /** At least one. */
  readonly deployments: readonly ComparedDeployment[];
  /** Deployments of the base that the head does not have. */
  readonly removedDeployments: readonly string[];
  readonly base: PlanSide;
  readonly head: PlanSide;
  /** Absent if the head does not compile, as the findings explain. */
  readonly changes?: readonly LocatedChange[];
  readonly findings: readonly PlanFinding[];
  readonly approved: readonly ApprovedFinding[];
  /** The outcome of lint, from its report or because the plan had to lint; absent if it is not known. */
  readonly lint?: LintOutcome;
}

/** Whether a plan has nothing to show. */
export function isNothing({ changes = [], findings, approved }: PlanReport): boolean {
  return changes.length + findings.length + approved.length === 0;
}

/** Whether the route tables of the two states are the same in all deployments. */
export function isUnchanged({ deployments }: PlanReport): boolean {
  return deployments.every(({ base, head }) => base === head);
}
