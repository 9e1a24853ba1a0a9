import type { Digest } from '#compiled/digest.ts';
import type { Change } from '#compiler/plan/change.ts';
import type { CommitRelation } from './relate-commits.ts';
import type { RunningGateway } from './running-gateway.ts';

/** The report on a running gateway and its expected table. */
export interface StatusReport {
  /** Of its admin listener, without credentials. */
  readonly url: string;
  readonly running: RunningGateway & { readonly digest: Digest };
  /** Of the program that compares. */
  readonly version: string;
  readonly expected: {
    /** As its reader calls it: `origin/main`, `the working tree`. */
    readonly name: string;
    /** Absent if it is not a commit. */
    readonly commit?: string;
    /** Absent if it does not compile. */
    readonly digest?: Digest;
  };
  /**
   * Whether all of it is in force: the same table, in every worker and every Envoy, and no setting that waits for a
   * restart.
   */
  readonly isSame: boolean;
  /** Absent if one of the two is not a commit, or is not known here. */
  readonly relation?: CommitRelation;
  /** Present if the two are different tables. */
  readonly difference?: StatusDifference;
}

/** How two tables differ, or in a sentence why that cannot be determined. */
export type StatusDifference =
  | {
      /** The changes if the expected table went live. */
      readonly changes: readonly Change[];
      /** Of a gateway that is ahead: the changes that it has beyond that. */
      readonly beyond?: readonly Change[];
    }
  | { readonly reason: string };
