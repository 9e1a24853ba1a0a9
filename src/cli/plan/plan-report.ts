import type { Digest } from '#compiled/digest.ts';
import type { Change, ChangedLimit, Compatibility } from '#compiler/plan/change.ts';
import type { LoweredRule } from '#compiler/plan/approvals/apply-approvals.ts';
import type { TableDelta } from '#compiler/plan/delta/table-delta.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceLocation } from '#source/source-location.ts';

/** One of the two states that are compared. */
export interface PlanSide {
  /** As its reader calls it: `origin/main`, `the working tree`. */
  readonly name: string;
  /** Of a base, where the head left it; absent if it is not a commit. */
  readonly commit?: string;
}

/** One deployment, in which the route tables of both states are compared. */
export interface ComparedDeployment {
  readonly name: string;
  /** The digests of the route tables; absent if there is none. */
  readonly base?: Digest;
  readonly head?: Digest;
  /** The missing part of the base, which makes everything new. */
  readonly lacks?: 'configuration' | 'deployment';
  /** The steps from the table of base to the table of head, for programs. */
  readonly delta?: TableDelta;
}

/** Something that was found in some deployments. */
interface Found {
  /** Only if it was not found in all compared deployments. */
  readonly deployments?: readonly string[];
}

/** A change with its location on each side. */
export interface LocatedChange extends Change, Found {
  readonly locations: { readonly base?: SourceLocation; readonly head?: SourceLocation };
  /** The entries of the file of approvals that would allow it, each without its reason and approver. */
  readonly approvalsNeeded?: readonly NeededApproval[];
  /** The rule that would forbid it, if the configuration did not lower its severity. */
  readonly loweredRule?: Omit<LoweredRule, 'ofChanges'>;
  /** Of a new version of an API: what may break callers of the version before it that move to it. */
  readonly breaksPrevious?: PreviousVersion;
  /** Of a new API: which URLs receive its calls. */
  readonly callsGoTo?: readonly Destination[];
}

/** The URLs that receive the calls made with the keys of one key set, without credentials. */
export interface Destination extends Found {
  readonly keySet: 'production' | 'sandbox';
  readonly urls: readonly string[];
}

/** The part of an approval that says what it allows. */
export interface NeededApproval {
  readonly change: string;
  readonly rule: string;
}

/** The version of an API before a new one. */
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

/** The messages about a comparison; an error forbids it. */
export interface PlanFinding extends Diagnostic, Found {
  /** A sentence about who is affected. */
  readonly impact?: string;
  /** The fingerprint by which it can be approved, if it can; deployments may have different ones. */
  readonly changes?: readonly string[];
  /** The fingerprints of the changes that it is about. */
  readonly ofChanges?: readonly string[];
  /** Its place is one of the base, since the head has none. */
  readonly isInBase?: true;
  /** Of a finding that a check is weakened. */
  readonly sensitive?: 'checks';
}

/** A finding that would forbid a change, and its approval. */
export interface ApprovedFinding {
  readonly finding: PlanFinding;
  readonly reason: string;
  readonly approvedBy: string;
}

/** How many findings lint has in all of the head; undefined if its report does not exist. */
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
  /** How lint went, if that is known: by its report, or since the plan had to lint. */
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
