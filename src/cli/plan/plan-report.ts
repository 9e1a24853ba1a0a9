import type { Digest } from '../../compiled/digest.ts';
import type { Change } from '../../compiler/plan/change.ts';
import type { TableDelta } from '../../compiler/plan/delta/table-delta.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceLocation } from '../../source/source-location.ts';

/** One of the two states that are compared. */
interface PlanSide {
  /** As its reader calls it: `origin/main`, `the working tree`. */
  readonly name: string;
  /** Of a base, where the head left it; absent if it is not a commit. */
  readonly commit?: string;
  /** Of its route table; absent if it has none. */
  readonly digest?: Digest;
}

interface PlanBase extends PlanSide {
  /** The missing part of the base, which makes everything new. */
  readonly lacks?: 'configuration' | 'deployment';
}

/** A change with its location on each side. */
export interface LocatedChange extends Change {
  readonly locations: { readonly base?: SourceLocation; readonly head?: SourceLocation };
}

/** The messages about a comparison; an error forbids it. */
export interface PlanFinding extends Diagnostic {
  /** The fingerprints of its changes, for approvals. */
  readonly changes?: readonly string[];
  /** Its place is one of the base, since the head has none. */
  readonly isInBase?: true;
}

/** What would forbid a change without an approval. */
export interface ApprovedFinding {
  readonly finding: PlanFinding;
  readonly reason: string;
  readonly approvedBy: string;
}

/** The output of `gatewright plan`. */
export interface PlanReport {
  readonly deployment: string;
  readonly base: PlanBase;
  readonly head: PlanSide;
  /** Absent if the head does not compile, as the findings explain. */
  readonly changes?: readonly LocatedChange[];
  readonly findings: readonly PlanFinding[];
  readonly approved: readonly ApprovedFinding[];
  /** What makes the head's table of the base's, for a program. */
  readonly delta?: TableDelta;
}
