import type { Digest } from '#compiled/digest.ts';
import type { Change } from '#compiler/plan/change.ts';
import type { CommitRelation } from './relate-commits.ts';
import type { RunningGateway } from './running-gateway.ts';

/** The report on a running gateway and its expected table. */
export interface StatusReport {
  /** The URL of its admin listener, without credentials. */
  readonly url: string;
  readonly running: RunningGateway & { readonly digest: Digest };
  /** The version of the program that compares. */
  readonly version: string;
  readonly expected: {
    /** The name for readers: `origin/main`, `the working tree`. */
    readonly name: string;
    /** Absent if it is not a commit. */
    readonly commit?: string;
    /** Absent if it does not compile. */
    readonly digest?: Digest;
  };
  /**
   * Whether the expected table is in force everywhere: every worker and every Envoy serves it, and no setting waits for
   * a restart.
   */
  readonly isSame: boolean;
  /** Absent if one side is not a commit, or if its commit is not known here. */
  readonly relation?: CommitRelation;
  /** Present if the tables differ, or if they cannot be compared. */
  readonly difference?: StatusDifference;
}

/** How two tables differ, or a sentence that explains why that cannot be determined. */
export type StatusDifference =
  | {
      /** The changes that deploying the expected table would make. */
      readonly changes: readonly Change[];
      /** For a gateway that is ahead: the changes that it has in addition to the expected table. */
      readonly beyond?: readonly Change[];
    }
  | { readonly reason: string };
